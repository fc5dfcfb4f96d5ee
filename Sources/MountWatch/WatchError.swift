// The one error of this module: which library call refused, and why.
package import FoxSystem

/// A call to udev or libmount that failed, so that nothing can be watched or read.
package struct WatchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was being done.
    package enum Step: String, Sendable, Codable {
        /// Making a udev context, monitor or enumeration.
        case udev = "reading the devices from udev"
        /// Listening to udev's events.
        case deviceEvents = "listening to udev"
        /// Reading the kernel's mount table.
        case mountTable = "reading the mount table"
        /// Listening to the mount table.
        case mountEvents = "listening to the mount table"
    }

    /// What was being done.
    package let step: Step
    /// The call that failed, by its name in C.
    package let call: String
    /// The error number that the call left.
    package let errno: Errno

    /// One sentence for people.
    package var description: String {
        "\(step.rawValue) failed: \(call): \(errno)"
    }

    /// An error from a call that returns a negative error number.
    ///
    /// - Parameters:
    ///   - step: What was being done.
    ///   - call: The call's name in C.
    ///   - result: What it returned, e.g. -12 for `ENOMEM`.
    init(_ step: Step, _ call: String, result: Int32) {
        self.init(step, call, errno: Errno(rawValue: result < 0 ? -result : result))
    }

    /// An error from a call that sets `errno`.
    ///
    /// - Parameters:
    ///   - step: What was being done.
    ///   - call: The call's name in C.
    ///   - errno: The error number.
    init(_ step: Step, _ call: String, errno: Errno) {
        self.step = step
        self.call = call
        self.errno = errno
    }
}
