// A file next to settings.txt, as far as the checks need it: a big WAV can be inspected once and
// forgotten.

/// A file of a draft or device that is to be checked.
package struct StagedFile: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// Its size in bytes.
    package let size: Int
    /// What is in it, when it is a WAV file that the firmware plays.
    package let wav: WavInspection?

    /// - Parameters:
    ///   - name: Its name.
    ///   - size: Its size in bytes.
    ///   - wav: What is in it, for a WAV file.
    package init(name: String, size: Int, wav: WavInspection?) {
        self.name = name
        self.size = size
        self.wav = wav
    }

    /// Inspects a file as far as a firmware's checks need it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - bytes: Its content.
    package init(name: String, bytes: [UInt8]) {
        let isWav = name.lowercased().hasSuffix(".wav")
        self.init(name: name, size: bytes.count, wav: isWav ? WavInspection(bytes) : nil)
    }
}
