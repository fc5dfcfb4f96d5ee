// Why: see CSoxr.h.
#include "CSoxr.h"

#include <CFoxShims.h>
#include <dlfcn.h>
#include <pthread.h>

FOX_DLOPEN_NOTE(soxr_note,
                "[{\"feature\":\"audio\",\"description\":\"Importing audio files into drafts\","
                "\"priority\":\"recommended\",\"soname\":[\"libsoxr.so.0\"]}]");

static struct fox_soxr functions;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name) {
    return fox_find(library, name, &failure);
}

static void load(void) {
    void *library = dlopen("libsoxr.so.0", RTLD_NOW | RTLD_LOCAL);
    functions.create = (__typeof__(functions.create))find(library, "soxr_create");
    functions.process = (__typeof__(functions.process))find(library, "soxr_process");
    functions.delete_ = (__typeof__(functions.delete_))find(library, "soxr_delete");
    functions.io_spec = (__typeof__(functions.io_spec))find(library, "soxr_io_spec");
    functions.quality_spec = (__typeof__(functions.quality_spec))find(library, "soxr_quality_spec");
    functions.runtime_spec = (__typeof__(functions.runtime_spec))find(library, "soxr_runtime_spec");
}

const struct fox_soxr *fox_soxr(void) {
    pthread_once(&once, load);
    return failure ? NULL : &functions;
}

const char *fox_soxr_failure(void) { return failure ? failure : ""; }
