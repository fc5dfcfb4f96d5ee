#pragma once
// Why: the header of the C library, for the Swift importer.
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-bus.h>
