// One backup: a plain folder on the host.

/// A backup on the host.
package struct Backup: Equatable, Sendable {
    /// The run that made it.
    package let run: String
    /// The device's identity.
    package let device: String
    /// When the run began.
    package let at: Timestamp
    /// The folder.
    package let path: String
    /// Number of files of the device in it.
    package let files: Int
    /// Their bytes.
    package let bytes: Int
}
