// What can go wrong between an audio file and a draft: the file, the step and the reason.
package import FoxSystem

/// An import that could not be done; the draft is as it was.
package struct AudioImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sort of trouble, stable for scripts.
    package enum Code: String, Sendable {
        /// There is no such file.
        case missing = "not-found"
        /// The file may not be read.
        case unreadable = "unreadable"
        /// The file is audio that only ffmpeg reads, which is not installed.
        case needsFFmpeg = "needs-ffmpeg"
        /// The file is no audio of a kind that is known here.
        case notAudio = "not-audio"
        /// The file is audio, but damaged or cut short.
        case damaged = "damaged-audio"
        /// The file holds no audio, or nothing but silence.
        case silent = "no-sound"
        /// The wanted level would clip.
        case clips = "clips"
        /// The audio is too long for a fox.
        case tooLong = "too-long"
        /// The file changed while it was read.
        case changed = "changed-meanwhile"
        /// A library is missing.
        case library = "library"
        /// This computer could not: no space, no memory.
        case host = "host"
    }

    /// What was being done.
    package enum Step: String, Sendable {
        /// Opening the file and looking at its header.
        case opening
        /// Taking in what comes out of a pipe.
        case receiving
        /// Decoding the samples and mixing the channels.
        case reading
        /// Changing the rate.
        case resampling
        /// Finding level, offset and silence.
        case measuring
        /// Setting the level and making whole numbers.
        case levelling
    }

    /// The sort of trouble.
    package let code: Code
    /// What was being done.
    package let step: Step
    /// The file as it was named.
    package let file: String
    /// What is the matter, a sentence without a full stop.
    package let reason: String

    /// Describes a failure.
    package init(_ code: Code, _ step: Step, _ file: String, _ reason: String) {
        self.code = code
        self.step = step
        self.file = file
        self.reason = reason
    }

    /// Describes the failure of a system call.
    package init(_ step: Step, _ file: String, _ errno: Errno) {
        let code: Code =
            step != .opening
            ? .host : errno.isMissing ? .missing : .unreadable
        self.init(code, step, file, errno.description)
    }

    /// The whole sentence.
    package var description: String { "\(file): \(step.rawValue): \(reason)" }
}
