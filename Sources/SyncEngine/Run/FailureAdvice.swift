// What to do about a failure on the volume, from whoever knows the device and its mount.

/// The cause of a failure and the command that goes on, as far as they are known.
package struct FailureAdvice: Equatable, Sendable {
    /// The cause, as a clause that follows the failure.
    package let cause: String
    /// The command that goes on.
    package let next: String

    /// Puts advice together.
    ///
    /// - Parameters:
    ///   - cause: The cause, a clause.
    ///   - next: The command that goes on.
    package init(cause: String, next: String) {
        self.cause = cause
        self.next = next
    }
}
