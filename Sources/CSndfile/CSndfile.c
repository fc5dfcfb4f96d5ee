// Why: see CSndfile.h.
#include "CSndfile.h"

#include <CFoxShims.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

FOX_DLOPEN_NOTE(sndfile_note,
                "[{\"feature\":\"audio\",\"description\":\"Importing audio files into drafts\","
                "\"priority\":\"recommended\",\"soname\":[\"libsndfile.so.1\"]}]");

static struct fox_sndfile functions;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// libmpg123, behind libsndfile, writes to stderr whatever it thinks of a file, and libsndfile has no way
// to tell it not to. While one of them works, the stream 'stderr' leads nowhere. The program's own words
// never pass that stream: they are written to descriptor 2, which stays as it is, for every thread.
static struct fox_sndfile loud;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int working;
static FILE *nowhere, *kept;

static void hush(void) {
    pthread_mutex_lock(&guard);
    if (working++ == 0) {
        if (!nowhere) nowhere = fopen("/dev/null", "we");
        kept = stderr;
        if (nowhere) stderr = nowhere;
    }
    pthread_mutex_unlock(&guard);
}

static void speak(void) {
    pthread_mutex_lock(&guard);
    if (--working == 0) stderr = kept;
    pthread_mutex_unlock(&guard);
}

static SNDFILE *open_fd(int fd, int mode, SF_INFO *info, int closes) {
    hush();
    SNDFILE *file = loud.open_fd(fd, mode, info, closes);
    speak();
    return file;
}

static sf_count_t readf_float(SNDFILE *file, float *frames, sf_count_t count) {
    hush();
    sf_count_t got = loud.readf_float(file, frames, count);
    speak();
    return got;
}

static int close_file(SNDFILE *file) {
    hush();
    int code = loud.close(file);
    speak();
    return code;
}

static void *find(void *library, const char *name) {
    return fox_find(library, name, &failure);
}

static void load(void) {
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    loud.open_fd = (__typeof__(loud.open_fd))find(library, "sf_open_fd");
    loud.readf_float = (__typeof__(loud.readf_float))find(library, "sf_readf_float");
    functions.error = (__typeof__(functions.error))find(library, "sf_error");
    functions.command = (__typeof__(functions.command))find(library, "sf_command");
    loud.close = (__typeof__(loud.close))find(library, "sf_close");
    functions.open_fd = open_fd;
    functions.readf_float = readf_float;
    functions.close = close_file;
}

const struct fox_sndfile *fox_sndfile(void) {
    pthread_once(&once, load);
    return failure ? NULL : &functions;
}

const char *fox_sndfile_failure(void) { return failure ? failure : ""; }
