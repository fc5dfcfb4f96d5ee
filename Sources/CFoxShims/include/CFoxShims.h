// Why: the Linux calls and constants that the Swift importer cannot see (extensions behind
// _GNU_SOURCE, raw system calls, variadic functions). Each wrapper returns as the call itself
// does: -1 and errno on failure.
#pragma once

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// open flags that glibc hides without _GNU_SOURCE.
extern const int fox_o_direct;
extern const int fox_o_noatime;
/// The statvfs(3) flag of a filesystem mounted with `sync`.
extern const unsigned long fox_st_synchronous;

/// openat2(2) with RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV.
/// ENOSYS before Linux 5.6 and under some seccomp filters.
int fox_openat_beneath(int directory, const char *_Nonnull name, int flags, unsigned int mode);

/// openat(2), ioctl-free and not variadic.
int fox_openat(int directory, const char *_Nonnull name, int flags, unsigned int mode);

/// sync_file_range(2) over the whole file: start writeback of its data and wait for it.
int fox_sync_data(int fd);

/// An inotify(7) descriptor (CLOEXEC, NONBLOCK) for files of a folder that are written, made, moved
/// or removed, or -1.
int fox_watch_folder(const char *_Nonnull folder);

/// An inotify(7) descriptor without watches (CLOEXEC, NONBLOCK), or -1.
int fox_inotify(void);

/// inotify_add_watch(2) on a folder and nothing else (IN_ONLYDIR).
int fox_inotify_watch(int fd, const char *_Nonnull folder, uint32_t mask);

/// inotify_rm_watch(2).
int fox_inotify_unwatch(int fd, int watch);

/// Whether somebody has a file open for writing: 1, 0, or -1 where the filesystem cannot tell or the
/// file belongs to somebody else. Asks for a read lease (fcntl(2), F_SETLEASE) and gives it back.
int fox_has_writer(int fd);

/// A mount of a device that is in no folder and in no mount table, read-only as yet, or -1: fsopen(2),
/// fsconfig(2), fsmount(2) with nosuid, nodev, noexec and noatime. `options` is a list as mount(8) takes
/// it, each with a value. ENOSYS before Linux 5.2. It is unmounted when the last descriptor on it closes.
int fox_mount_unseen(const char *_Nonnull type, const char *_Nonnull device,
                     const char *_Nonnull options);

/// Turns a filesystem that `fox_mount_unseen` mounted read-write: fspick(2), fsconfig(2).
int fox_make_writable(int mount);

/// Whether this process may mount: 0, or -1 with EPERM (fsopen(2) of a tmpfs, which is closed again).
int fox_may_mount(void);

/// prctl(2), PR_CAP_AMBIENT_CLEAR_ALL: programs that this one starts get none of its capabilities, which
/// it keeps itself. EINVAL before Linux 4.3, which has no ambient capabilities.
int fox_clear_ambient(void);

/// eventfd(2): CLOEXEC, NONBLOCK, 0 to begin with.
int fox_event_counter(void);

/// pidfd_open(2): readable when the process has ended. ENOSYS before Linux 5.3.
int fox_process_descriptor(int process);

/// posix_spawn_file_actions_addclosefrom_np(3).
int fox_close_from(void *_Nonnull actions, int first);

/// pipe2(2) with O_CLOEXEC.
int fox_pipe(int *_Nonnull ends);

/// syncfs(2).
int fox_syncfs(int fd);

/// f_type of fstatfs(2), or -1.
int64_t fox_filesystem_type(int fd);

/// How many of a file's pages are in the page cache (mincore(2) over a read-only mapping), or -1.
int64_t fox_cached_pages(int fd, size_t length);

/// renameat2(2) with RENAME_NOREPLACE.
int fox_rename_new(int directory, const char *_Nonnull from, const char *_Nonnull to);

/// signalfd(2) for `count` signals, blocked in the calling thread first; SFD_CLOEXEC|SFD_NONBLOCK.
int fox_signal_descriptor(const int *_Nonnull signals, size_t count);

/// The next signal number from a signalfd, or -1.
int fox_next_signal(int fd);

/// major(3) and minor(3) of a device number.
unsigned int fox_major(uint64_t device);
unsigned int fox_minor(uint64_t device);
/// makedev(3).
uint64_t fox_makedev(unsigned int major, unsigned int minor);

/// malloc_trim(3): gives freed memory back to the kernel.
void fox_trim_heap(void);
/// madvise(2), MADV_DONTNEED, for the code of the program and its libraries: nothing is lost, since code
/// is read from its file again.
void fox_release_code(void);

/// strerrorname_np(3) and strerrordesc_np(3): NULL for an unknown number.
const char *_Nullable fox_error_name(int number);
const char *_Nullable fox_error_message(int number);

/// listmount(2) over all mounts of the namespace that can be reached: up to `count` unique numbers,
/// the ones after `last` (0 to begin). ENOSYS before Linux 6.8.
int64_t fox_list_mounts(uint64_t last, uint64_t *_Nonnull numbers, size_t count);
/// The number that mountinfo shows for a unique mount number (statmount(2)), or -1.
int64_t fox_mount_number(uint64_t unique);

/// What one step of getopt_long(3) found.
struct fox_option {
    /// The option's number, its letter, '?' for an unknown one, ':' for one without its value, or
    /// -1 at the end.
    int code;
    /// Index of the next argument; at the end, of the first that is no option.
    int next;
    /// The letter of an unknown option, or 0.
    int unknown;
    /// The option's value, or NULL.
    const char *_Nullable value;
};

/// getopt_long(3), silent, its results in one value; `restart` begins a new argument vector.
struct fox_option fox_next_option(int count, char *_Nonnull const *_Nonnull arguments,
                                  const char *_Nonnull shorts, const struct option *_Nonnull longs,
                                  _Bool restart);

/// open(2) with O_TMPFILE: a file without a name in a folder. EOPNOTSUPP, EISDIR or ENOENT where the
/// filesystem or the kernel cannot.
int fox_open_unnamed(const char *_Nonnull folder);

/// dlsym(3) for one of several functions of a library from dlopen(3), which may be NULL. The first
/// failure is kept, as text of its own, in `failure`; after it NULL is returned without a look.
void *_Nullable fox_find(void *_Nullable library, const char *_Nonnull name,
                         const char *_Nullable *_Nonnull failure);

/// Declares a library that is loaded with dlopen(3) when it is first needed, for tools that collect
/// dependencies: an ELF note as systemd.io/ELF_DLOPEN_METADATA describes it. `json` is a literal.
#define FOX_DLOPEN_NOTE(name, json)                                                                \
    __attribute__((used, retain, section(".note.dlopen"), aligned(4))) static const struct {       \
        uint32_t owner_size, json_size, type;                                                      \
        char owner[4];                                                                             \
        char text[sizeof(json)] __attribute__((aligned(4)));                                       \
    } name = {4, sizeof(json), 0x407c0c0a, "FDO", json}
