#pragma once
// Why: the header of the C library, for the Swift importer. SHA-256 by the functions that need no
// set-up: the library's newer ones load its configuration and its providers first, and keep more
// than a megabyte of them in the memory of an agent that is idle.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
