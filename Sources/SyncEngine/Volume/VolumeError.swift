// What can go wrong on a volume: which file, in which step, and why.
package import FoxSystem

/// A failure of one operation on a volume.
package struct VolumeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sort of failure.
    package enum Code: String, Sendable {
        /// The kernel refused or failed the call; `errno` says how.
        case system
        /// Not a regular file.
        case notRegular
        /// More bytes than a PicoFox can hold.
        case tooLarge
        /// More entries than are looked at.
        case tooManyEntries
        /// The folder is no longer on the filesystem that was checked.
        case otherVolume
    }

    /// What sort of failure.
    package let code: Code
    /// The operation, as a verb.
    package let operation: String
    /// The file's name, or nil for the volume as a whole.
    package let name: String?
    /// The kernel's error number, where there is one.
    package let errno: Errno?
    /// More words, where the code alone does not tell enough.
    package let detail: String?

    /// Describes a failure.
    package init(
        _ code: Code, _ operation: String, name: String? = nil, errno: Errno? = nil,
        detail: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.name = name
        self.errno = errno
        self.detail = detail
    }

    /// A failed system call.
    package static func system(
        _ operation: String, _ name: String? = nil, _ errno: Errno
    ) -> VolumeError { VolumeError(.system, operation, name: name, errno: errno) }

    /// The same failure, said of a file that the operation itself could not name.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: A copy that names the file.
    package func naming(_ name: String) -> VolumeError {
        VolumeError(code, operation, name: self.name ?? name, errno: errno, detail: detail)
    }

    /// One line that names the file, the operation and the reason.
    package var description: String {
        let subject = name.map { Array($0.utf8).printable } ?? "the volume"
        let reason =
            switch code {
            case .system: errno.map { $0.description } ?? "failed"
            case .notRegular: "is no regular file"
            case .tooLarge: "is larger than a PicoFox can hold"
            case .tooManyEntries: "has more entries than a PicoFox can have"
            case .otherVolume: "is not the volume that was checked"
            }
        return "\(operation) \(subject): \(reason)" + (detail.map { " (\($0))" } ?? "")
    }
}
