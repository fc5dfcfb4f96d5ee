// Why: libsndfile and the seven libraries that it brings would cost every start of the program time
// and memory. It is loaded when audio is first imported, and its functions have the header's types.
#pragma once

#include <sndfile.h>

/// The functions that are used, each as sndfile.h declares it. None of them, and nothing behind them,
/// writes to stderr.
struct fox_sndfile {
    __typeof__(sf_open_fd) *_Nonnull open_fd;
    __typeof__(sf_readf_float) *_Nonnull readf_float;
    __typeof__(sf_error) *_Nonnull error;
    __typeof__(sf_command) *_Nonnull command;
    __typeof__(sf_close) *_Nonnull close;
};

/// The library's functions, loaded at the first call; NULL when it cannot be loaded. Any thread may
/// call.
const struct fox_sndfile *_Nullable fox_sndfile(void);

/// Why the library cannot be loaded, once `fox_sndfile` has returned NULL.
const char *_Nonnull fox_sndfile_failure(void);
