// The engine's one error: which step, which file, why, and what is where now.
package import FoxSystem

/// A failure of a run.
///
/// What is no failure (held, up to date, nothing to do) is a `RunResult`.
package struct SyncError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sort of failure; the command line makes exit codes of these.
    package enum Code: String, Sendable, Codable {
        /// No such device, draft, run or backup.
        case notFound = "not-found"
        /// The volume is not there, is not recognised, or has gone.
        case unavailable
        /// What was asked for cannot be: a name that no draft can have.
        case usage
        /// The draft's content cannot be used.
        case invalidDraft = "invalid-draft"
        /// Refused before the first write: space, read-only, names.
        case refused
        /// The device's file is no longer what the snapshot said.
        case changedMeanwhile = "changed-meanwhile"
        /// What was read back is not what was written.
        case verification
        /// Another fox-sync is at work on this device.
        case busy
        /// A call on the volume failed.
        case volume
        /// A call on the host's own files failed.
        case host
        /// The state database failed.
        case state
        /// The run was asked to stop.
        case stopped
    }

    /// The steps of the line, as messages name them.
    package enum Step: String, Sendable, Codable {
        /// Is it a PicoFox?
        case recognise
        /// Which one, and is it ours alone?
        case identify
        /// Which draft, and is it valid?
        case draft = "choose draft"
        /// What is on the device?
        case snapshot
        /// What shall be done?
        case plan
        /// Copying the device's files to the host.
        case backUp = "back up"
        /// Replacing files on the device.
        case write
        /// Reading them back.
        case verify
        /// Writing the log and the base.
        case record
        /// Giving the volume free.
        case release
    }

    /// What sort of failure.
    package let code: Code
    /// In which step of the line.
    package let step: Step
    /// The file, where it was one file's fault.
    package let file: String?
    /// The reason, in words.
    package let reason: String
    /// The kernel's error number, where there is one.
    package let errno: Errno?

    /// Describes a failure.
    package init(
        _ code: Code, _ step: Step, file: String? = nil, _ reason: String, errno: Errno? = nil
    ) {
        self.code = code
        self.step = step
        self.file = file
        self.reason = reason
        self.errno = errno
    }

    /// A failed operation on the volume.
    package init(_ error: VolumeError, _ step: Step, file: String? = nil) {
        // One that may not even be looked into is as good as not there.
        let isClosed = step == .recognise && [.accessDenied, .notPermitted].contains(error.errno)
        let code: Code =
            error.code == .otherVolume || error.errno == .noDevice || isClosed
            ? .unavailable : .volume
        self.init(
            code, step, file: error.name ?? file,
            (file.map { error.naming($0) } ?? error).description, errno: error.errno)
    }

    /// A failed operation on the state database.
    package init(_ error: StateError, _ step: Step) { self.init(.state, step, error.description) }

    /// One line that names the step, the file and the reason.
    package var description: String {
        let subject = file.map { " \(Array($0.utf8).printable)" } ?? ""
        return reason.contains(subject) && !subject.isEmpty
            ? "\(step.rawValue): \(reason)" : "\(step.rawValue)\(subject): \(reason)"
    }
}
