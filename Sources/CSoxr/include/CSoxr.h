// Why: the resampler, and the OpenMP run-time that it brings, are loaded when audio is first imported
// and cost nothing before. Its functions have the header's types.
#pragma once

#include <soxr.h>

/// The functions that are used, each as soxr.h declares it.
struct fox_soxr {
    __typeof__(soxr_create) *_Nonnull create;
    __typeof__(soxr_process) *_Nonnull process;
    __typeof__(soxr_delete) *_Nonnull delete_;
    __typeof__(soxr_io_spec) *_Nonnull io_spec;
    __typeof__(soxr_quality_spec) *_Nonnull quality_spec;
    __typeof__(soxr_runtime_spec) *_Nonnull runtime_spec;
};

/// The library's functions, loaded at the first call; NULL when it cannot be loaded. Any thread may
/// call.
const struct fox_soxr *_Nullable fox_soxr(void);

/// Why the library cannot be loaded, once `fox_soxr` has returned NULL.
const char *_Nonnull fox_soxr_failure(void);
