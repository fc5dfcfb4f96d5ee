// What fstat says about a file, reduced to what the project asks.
package import Glibc

/// Type, size, times and identity of a file.
package struct FileStatus: Equatable, Sendable {
    /// What sort of directory entry it is.
    package enum Kind: String, Sendable, Codable {
        /// A regular file.
        case regular
        /// A directory.
        case directory
        /// A symbolic link.
        case symbolicLink = "symbolic link"
        /// A named pipe.
        case fifo = "FIFO"
        /// A socket.
        case socket
        /// A character or block device.
        case device
    }

    /// What it is.
    package let kind: Kind
    /// Size in bytes.
    package let size: Int
    /// Number of names (hard links).
    package let links: Int
    /// Number of the device that holds it.
    package let device: UInt64
    /// Inode number.
    package let inode: UInt64
    /// Last change of the content, in nanoseconds since 1970.
    package let modified: Int64

    /// Reduces the C structure.
    ///
    /// Source: stat(3type).
    package init(_ raw: stat) {
        switch raw.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        case S_IFIFO: kind = .fifo
        case S_IFSOCK: kind = .socket
        default: kind = .device
        }
        size = Int(raw.st_size)
        links = Int(raw.st_nlink)
        device = UInt64(raw.st_dev)
        inode = UInt64(raw.st_ino)
        modified = Int64(raw.st_mtim.tv_sec) * 1_000_000_000 + Int64(raw.st_mtim.tv_nsec)
    }
}
