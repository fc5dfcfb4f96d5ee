// A file next to settings.txt, as far as the checks and the timeline need it: a big WAV can be
// inspected once and forgotten.

/// A file of a draft or device that is to be checked.
package struct StagedFile: Sendable, Hashable {
    /// What is known of the content.
    package enum Content: Sendable, Hashable {
        /// A WAV file.
        case wav(WavInspection)
        /// A picture; nil when it is no JPEG.
        case picture(JPEGSize?)
        /// A text file: its lines, trimmed, without empty ones and comments.
        case text([[UInt8]])
        /// Anything else.
        case other
    }

    /// Its name.
    package let name: String
    /// Its size in bytes.
    package let size: Int
    /// What is in it.
    package let content: Content

    /// What is in it, when it is a WAV file.
    package var wav: WavInspection? {
        if case .wav(let wav) = content { wav } else { nil }
    }

    /// - Parameters:
    ///   - name: Its name.
    ///   - size: Its size in bytes.
    ///   - content: What is in it.
    package init(name: String, size: Int, content: Content) {
        self.name = name
        self.size = size
        self.content = content
    }

    /// - Parameters:
    ///   - name: Its name.
    ///   - size: Its size in bytes.
    ///   - wav: What is in it, nil for anything but a WAV file.
    package init(name: String, size: Int, wav: WavInspection?) {
        self.init(name: name, size: size, content: wav.map(Content.wav) ?? .other)
    }

    /// Inspects a file as far as a firmware's checks need it, by the ending of its name.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - bytes: Its content.
    package init(name: String, bytes: [UInt8]) {
        let lower = name.lowercased()
        let content: Content =
            lower.hasSuffix(".wav")
            ? .wav(WavInspection(bytes))
            : lower.hasSuffix(".jpg")
                ? .picture(JPEGSize(bytes))
                : lower.hasSuffix(".txt") ? .text(StagedFile.lines(bytes)) : .other
        self.init(name: name, size: bytes.count, content: content)
    }

    /// The lines that pacificon reads of its text files.
    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: ASCII.lineFeed)
            .map { ASCII.trimmed($0.filter { $0 != ASCII.carriageReturn }) }
            .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    }
}
