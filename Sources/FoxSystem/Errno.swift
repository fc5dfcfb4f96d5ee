// The error number of a failed system call, as a type of its own so that it can be thrown.
internal import CFoxShims
internal import Glibc

/// An error number as `errno(3)` lists them.
package struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number itself, as 5 for `EIO`.
    package let rawValue: Int32

    /// Wraps an error number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's current `errno`; read it directly after the call that failed.
    package static var current: Errno { Errno(rawValue: errno) }

    /// The symbolic name and the C library's sentence, as in `EIO: Input/output error`.
    package var description: String { "\(name): \(message)" }

    /// The symbolic name, as in `EIO`; the number in decimal when the C library knows none.
    package var name: String {
        guard let text = fox_error_name(rawValue) else { return "errno \(rawValue)" }
        return String(cString: text)
    }

    /// The C library's English sentence for the number.
    package var message: String {
        guard let text = fox_error_message(rawValue) else { return "unknown error" }
        return String(cString: text)
    }
}

extension Errno {
    /// An I/O error of the medium.
    package static let io = Errno(rawValue: EIO)
    /// Somebody else has it.
    package static let busy = Errno(rawValue: EBUSY)
    /// No space left.
    package static let noSpace = Errno(rawValue: ENOSPC)
    /// This user may not have more space (disk quota exceeded).
    package static let overQuota = Errno(rawValue: EDQUOT)
    /// Whether it says that there is nothing of that name.
    package var isMissing: Bool { [.notFound, .notDirectory].contains(self) }
    /// The filesystem is, or has just turned, read-only.
    package static let readOnly = Errno(rawValue: EROFS)
    /// The device is gone.
    package static let noDevice = Errno(rawValue: ENODEV)
    /// No such device or address: the node is there, its device is not.
    package static let noSuchAddress = Errno(rawValue: ENXIO)
    /// Interrupted by a signal.
    package static let interrupted = Errno(rawValue: EINTR)
    /// No such file.
    package static let notFound = Errno(rawValue: ENOENT)
    /// The file exists already.
    package static let exists = Errno(rawValue: EEXIST)
    /// A symbolic link where none is followed.
    package static let loop = Errno(rawValue: ELOOP)
    /// Would block.
    package static let wouldBlock = Errno(rawValue: EWOULDBLOCK)
    /// An argument that the call does not take.
    package static let invalid = Errno(rawValue: EINVAL)
    /// The call does not exist in this kernel.
    package static let notImplemented = Errno(rawValue: ENOSYS)
    /// Not permitted.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// Permission denied.
    package static let accessDenied = Errno(rawValue: EACCES)
    /// A directory where a file was wanted.
    package static let isDirectory = Errno(rawValue: EISDIR)
    /// A file where a directory was wanted.
    package static let notDirectory = Errno(rawValue: ENOTDIR)
    /// Another filesystem than the one asked for.
    package static let crossDevice = Errno(rawValue: EXDEV)
    /// The operation is not supported here.
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// The file is larger than allowed.
    package static let tooLarge = Errno(rawValue: EFBIG)
    /// There is no memory.
    package static let outOfMemory = Errno(rawValue: ENOMEM)
    /// There are no locks, or none left.
    package static let noLocks = Errno(rawValue: ENOLCK)
    /// This process, or this user, has as many open as it may.
    package static let tooManyOpen = Errno(rawValue: EMFILE)
    /// The event queue overflowed.
    package static let noBuffers = Errno(rawValue: ENOBUFS)
    /// The descriptor does not exist.
    package static let badDescriptor = Errno(rawValue: EBADF)
    /// The directory is not empty.
    package static let notEmpty = Errno(rawValue: ENOTEMPTY)
    /// It took too long.
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
}
