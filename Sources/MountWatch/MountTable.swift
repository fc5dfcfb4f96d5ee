// Owner of libmount's tables: reading the kernel's mount table into values.
internal import CMount
internal import FoxSystem

/// The mount table of this process's namespace at one moment.
struct MountTable: ~Copyable {
    private let handle: OpaquePointer

    private init() throws(WatchError) {
        guard let handle = mnt_new_table() else {
            throw WatchError(.mountTable, "mnt_new_table", errno: .outOfMemory)
        }
        self.handle = handle
    }

    deinit { mnt_unref_table(handle) }

    /// Reads the table.
    ///
    /// - Parameter path: A file in the format of `/proc/PID/mountinfo`.
    /// - Returns: The table.
    /// - Throws: `WatchError`. C: `mnt_table_parse_file`
    static func read(path: String = "/proc/self/mountinfo") throws(WatchError) -> MountTable {
        let table = try MountTable()
        let result = mnt_table_parse_file(table.handle, path)
        if result != 0 {
            // A positive result counts lines that could not be read (libmount's documentation).
            throw WatchError(
                .mountTable, "mnt_table_parse_file",
                errno: result < 0 ? Errno(rawValue: -result) : .invalid)
        }
        return table
    }

    /// All mounts, in the order of the table.
    ///
    /// - Throws: `WatchError` when there is no memory.
    func mounts() throws(WatchError) -> [Mount] {
        guard let iterator = mnt_new_iter(Int32(MNT_ITER_FORWARD)) else {
            throw WatchError(.mountTable, "mnt_new_iter", errno: .outOfMemory)
        }
        defer { mnt_free_iter(iterator) }
        var mounts: [Mount] = []
        var entry: OpaquePointer?
        while mnt_table_next_fs(handle, iterator, &entry) == 0, let current = entry {
            mounts.append(Self.mount(from: current))
        }
        return mounts
    }

    private static func mount(from entry: OpaquePointer) -> Mount {
        var exact: String?
        if let target = mnt_fs_get_target(entry) { exact = String(validatingCString: target) }
        var mount = Mount(
            id: Int(mnt_fs_get_id(entry)), parent: Int(mnt_fs_get_parent_id(entry)),
            number: UInt64(mnt_fs_get_devno(entry)),
            target: exact ?? text(mnt_fs_get_target(entry)),
            fileSystem: text(mnt_fs_get_fstype(entry)), source: text(mnt_fs_get_source(entry)),
            root: text(mnt_fs_get_root(entry)),
            options: options(mnt_fs_get_vfs_options(entry), mnt_fs_get_fs_options(entry)))
        mount.targetIsExact = exact != nil
        mount.hasTurnedReadOnly =
            options(mnt_fs_get_fs_options(entry)).contains("ro")
            && !options(mnt_fs_get_vfs_options(entry)).contains("ro")
        return mount
    }

    // The mount's options and the filesystem's, each once, without losing a 'ro' of either.
    private static func options(_ lists: UnsafePointer<CChar>?...) -> [String] {
        var options: [String] = []
        for list in lists {
            for option in split(text(list)) where !options.contains(option) {
                options.append(option)
            }
        }
        if options.contains("ro") { options.removeAll { $0 == "rw" } }
        return options
    }

    // Commas between double quotes belong to the value (mount(8), e.g. SELinux contexts).
    private static func split(_ list: String) -> [String] {
        var options: [String] = []
        var current = ""
        var quoted = false
        for character in list {
            if character == "\"" { quoted.toggle() }
            if character == ",", !quoted {
                options.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        return (options + [current]).filter { !$0.isEmpty }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }
}
