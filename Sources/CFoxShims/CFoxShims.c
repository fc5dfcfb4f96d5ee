// Why: see CFoxShims.h.
#define _GNU_SOURCE
#include "CFoxShims.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

const int fox_o_direct = O_DIRECT;
const int fox_o_noatime = O_NOATIME;
const unsigned long fox_st_synchronous = ST_SYNCHRONOUS;

int fox_openat_beneath(int directory, const char *name, int flags, unsigned int mode) {
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = (unsigned int)flags;
    // openat2 refuses a mode without a flag that creates.
    how.mode = (flags & O_CREAT) ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
    return (int)syscall(SYS_openat2, directory, name, &how, sizeof how);
}

int fox_openat(int directory, const char *name, int flags, unsigned int mode) {
    return openat(directory, name, flags, mode);
}

int fox_open_unnamed(const char *folder) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int fox_sync_data(int fd) {
    return sync_file_range(fd, 0, 0,
                           SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
                               SYNC_FILE_RANGE_WAIT_AFTER);
}

int fox_watch_folder(const char *folder) {
    int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd < 0) return -1;
    if (inotify_add_watch(fd, folder, IN_MODIFY | IN_CREATE | IN_MOVE | IN_DELETE) < 0) {
        int saved = errno;
        close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

int fox_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int fox_inotify_watch(int fd, const char *folder, uint32_t mask) {
    return inotify_add_watch(fd, folder, mask | IN_ONLYDIR | IN_EXCL_UNLINK);
}

int fox_inotify_unwatch(int fd, int watch) { return inotify_rm_watch(fd, watch); }

int fox_has_writer(int fd) {
    // Whoever opens the file for writing while the lease is held breaks it, and the holder is told by
    // a signal: by one that is ignored unless somebody asks for it, since the default, SIGIO, kills.
    if (fcntl(fd, F_SETSIG, SIGURG) != 0) return -1;
    if (fcntl(fd, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(fd, F_SETLEASE, F_UNLCK);
    return 0;
}

/// close(2) that keeps errno; always -1.
static int give_up(int fd) {
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

// The calls themselves: glibc has had functions for them since 2.36 only.
static int configure(int context, unsigned int command, const char *key, const char *value) {
    return (int)syscall(SYS_fsconfig, context, command, key, value, 0);
}

int fox_mount_unseen(const char *type, const char *device, const char *options) {
    int context = (int)syscall(SYS_fsopen, type, FSOPEN_CLOEXEC);
    if (context < 0) return -1;
    if (configure(context, FSCONFIG_SET_STRING, "source", device) != 0 ||
        configure(context, FSCONFIG_SET_FLAG, "ro", NULL) != 0)
        return give_up(context);
    char list[256], *rest = list, *option;
    if (strlen(options) >= sizeof list) {
        errno = EINVAL;
        return give_up(context);
    }
    strcpy(list, options);
    while ((option = strsep(&rest, ",")) != NULL) {
        char *value = strchr(option, '=');
        if (value == NULL) continue;
        *value++ = 0;
        if (configure(context, FSCONFIG_SET_STRING, option, value) != 0) return give_up(context);
    }
    if (configure(context, FSCONFIG_CMD_CREATE, NULL, NULL) != 0) return give_up(context);
    int mount = (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC,
                             MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC |
                                 MOUNT_ATTR_NOATIME);
    if (mount < 0) return give_up(context);
    close(context);
    return mount;
}

int fox_make_writable(int mount) {
    int context = (int)syscall(SYS_fspick, mount, "", FSPICK_CLOEXEC | FSPICK_EMPTY_PATH);
    if (context < 0) return -1;
    if (configure(context, FSCONFIG_SET_FLAG, "rw", NULL) != 0 ||
        configure(context, FSCONFIG_CMD_RECONFIGURE, NULL, NULL) != 0)
        return give_up(context);
    close(context);
    return 0;
}

int fox_may_mount(void) {
    int context = (int)syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC);
    if (context < 0) return -1;
    close(context);
    return 0;
}

int fox_clear_ambient(void) { return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); }

int fox_event_counter(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int fox_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int fox_close_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int fox_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

int fox_syncfs(int fd) { return syncfs(fd); }

int64_t fox_filesystem_type(int fd) {
    struct statfs status;
    return fstatfs(fd, &status) == 0 ? (int64_t)status.f_type : -1;
}

int64_t fox_cached_pages(int fd, size_t length) {
    if (length == 0) return 0;
    void *map = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED) return -1;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (length + page - 1) / page;
    int64_t cached = 0;
    unsigned char state[1024];
    for (size_t first = 0; first < pages; first += sizeof state) {
        size_t count = pages - first < sizeof state ? pages - first : sizeof state;
        if (mincore((char *)map + first * page, count * page, state) != 0) {
            cached = -1;
            break;
        }
        for (size_t i = 0; i < count; i++) cached += state[i] & 1;
    }
    int saved = errno;
    munmap(map, length);
    errno = saved;
    return cached;
}

int fox_rename_new(int directory, const char *from, const char *to) {
    return renameat2(directory, from, directory, to, RENAME_NOREPLACE);
}

int fox_signal_descriptor(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int failed = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (failed) {
        errno = failed;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int fox_next_signal(int fd) {
    struct signalfd_siginfo info;
    ssize_t got;
    do got = read(fd, &info, sizeof info);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof info ? (int)info.ssi_signo : -1;
}

unsigned int fox_major(uint64_t device) { return major(device); }
unsigned int fox_minor(uint64_t device) { return minor(device); }
uint64_t fox_makedev(unsigned int high, unsigned int low) { return makedev(high, low); }

const char *fox_error_name(int number) { return strerrorname_np(number); }
const char *fox_error_message(int number) { return strerrordesc_np(number); }

// The numbers of the calls and the layout below are the kernel's (linux/mount.h since 6.8); the
// headers of older distributions do not have them. The numbers are the same on every architecture
// but Alpha and MIPS, which the project does not build for.
#ifndef SYS_statmount
#define SYS_statmount 457
#endif
#ifndef SYS_listmount
#define SYS_listmount 458
#endif

// The first published struct mnt_id_req.
struct mount_request {
    uint32_t size, spare;
    uint64_t number, parameter;
};

// The fixed part of struct statmount up to what is asked here, and room for what newer kernels add.
struct mount_status {
    uint32_t size, options;
    uint64_t mask;
    uint32_t major, minor;
    uint64_t magic;
    uint32_t flags, type;
    uint64_t unique, unique_parent;
    uint32_t number, parent;
    uint64_t rest[64];
};

int64_t fox_list_mounts(uint64_t last, uint64_t *numbers, size_t count) {
    // All ones: from the root of the namespace on (LSMT_ROOT).
    struct mount_request request = {sizeof request, 0, UINT64_MAX, last};
    return syscall(SYS_listmount, &request, numbers, count, 0);
}

int64_t fox_mount_number(uint64_t unique) {
    const uint64_t mount_basic = 2;  // STATMOUNT_MNT_BASIC
    struct mount_request request = {sizeof request, 0, unique, mount_basic};
    struct mount_status status;
    memset(&status, 0, sizeof status);
    if (syscall(SYS_statmount, &request, &status, sizeof status, 0) != 0) return -1;
    if (!(status.mask & mount_basic)) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return status.number;
}

void fox_trim_heap(void) { malloc_trim(0); }

/// Unmaps what is resident of one object's code.
static int release_code(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        // Never written to: what is in memory is what is in the file. Pages with relocations are not.
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || (part->p_flags & PF_W)) continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz) & ~(page - 1);
        // The vDSO is the kernel's own, and refuses.
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void fox_release_code(void) { dl_iterate_phdr(release_code, NULL); }

struct fox_option fox_next_option(int count, char *const *arguments, const char *shorts,
                                  const struct option *longs, _Bool restart) {
    opterr = 0;
    // 0, not 1: glibc then forgets where in the previous vector it was.
    if (restart) optind = 0;
    optarg = NULL;
    optopt = 0;
    int code = getopt_long(count, arguments, shorts, longs, NULL);
    return (struct fox_option){code, optind, optopt, optarg};
}

void *fox_find(void *library, const char *name, const char **failure) {
    void *found = library && !*failure ? dlsym(library, name) : NULL;
    // dlerror's text belongs to it and changes.
    if (!found && !*failure) *failure = strdup(dlerror());
    return found;
}
