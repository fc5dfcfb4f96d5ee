#pragma once
// Why: the header of the C library, for the Swift importer.
#include <openssl/evp.h>
