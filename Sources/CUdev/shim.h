#pragma once
// Why: the header of the C library, for the Swift importer.
#include <libudev.h>
