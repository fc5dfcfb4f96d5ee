// Why: see CSndfile.h.
#include "CSndfile.h"

#include <CFoxShims.h>
#include <dlfcn.h>
#include <pthread.h>

FOX_DLOPEN_NOTE(sndfile_note,
                "[{\"feature\":\"audio\",\"description\":\"Importing audio files into drafts\","
                "\"priority\":\"recommended\",\"soname\":[\"libsndfile.so.1\"]}]");

static struct fox_sndfile functions;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name) {
    return fox_find(library, name, &failure);
}

static void load(void) {
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    functions.open_fd = (__typeof__(functions.open_fd))find(library, "sf_open_fd");
    functions.readf_float = (__typeof__(functions.readf_float))find(library, "sf_readf_float");
    functions.error = (__typeof__(functions.error))find(library, "sf_error");
    functions.strerror = (__typeof__(functions.strerror))find(library, "sf_strerror");
    functions.command = (__typeof__(functions.command))find(library, "sf_command");
    functions.close = (__typeof__(functions.close))find(library, "sf_close");
}

const struct fox_sndfile *fox_sndfile(void) {
    pthread_once(&once, load);
    return failure ? NULL : &functions;
}

const char *fox_sndfile_failure(void) { return failure ? failure : ""; }
