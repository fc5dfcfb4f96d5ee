// Decoding with libsndfile, down to one channel.
internal import CSndfile
internal import FoxSystem
internal import Glibc

/// An audio file that is being decoded from its beginning to its end.
struct SoundReader: ~Copyable {
    /// What the file says of itself.
    let format: SoundFormat
    /// How many frames were decoded so far.
    private(set) var position = 0

    private let library: fox_sndfile
    private let handle: OpaquePointer
    private let title: String
    private let isEstimate: Bool
    private var buffer: [Float]

    /// More channels than any recording has: the orders of ambisonics end at 64.
    static let channelLimit = 64
    /// Rates of real recordings, in Hz.
    static let rates = 100...1_000_000
    /// A sample beyond this is no sound: 120 dB over full scale.
    static let sampleLimit: Float = 1e6
    /// libsndfile's own mark for a length that it does not know is the largest number.
    private static let unknownLength = 1 << 60

    private init(
        _ library: fox_sndfile, _ handle: OpaquePointer, _ info: SF_INFO, title: String,
        name: String?
    ) {
        self.library = library
        self.handle = handle
        self.title = title
        let kind = info.format & Int32(SF_FORMAT_TYPEMASK)
        isEstimate = kind == Int32(SF_FORMAT_MPEG)
        format = SoundFormat(
            name: name
                ?? Self.name(library, kind) + ", "
                + Self.name(library, info.format & Int32(SF_FORMAT_SUBMASK)),
            rate: Int(info.samplerate), channels: Int(info.channels),
            frames: (0..<Self.unknownLength).contains(Int(info.frames)) ? Int(info.frames) : nil)
        // About 128 KiB, and whole frames of it.
        let channels = max(1, format.channels)
        buffer = [Float](repeating: 0, count: max(1, (1 << 15) / channels) * channels)
    }

    /// Opens a file with libsndfile.
    ///
    /// - Parameters:
    ///   - file: The file; it stays the caller's.
    ///   - title: What it is called in messages.
    ///   - raw: How to read it when it has no header.
    ///   - name: What its format is called; nil for libsndfile's own words.
    /// - Returns: The reader, at the first frame; nil when libsndfile does not read such a file.
    /// - Throws: `AudioImportError` for audio that makes no sense.
    static func open(
        _ file: borrowing FileDescriptor, title: String, raw: AudioSource.Raw? = nil,
        name: String? = nil
    ) throws(AudioImportError) -> SoundReader? {
        guard let library = fox_sndfile()?.pointee else {
            throw AudioImportError(
                .library, .opening, title,
                "libsndfile is needed (package libsndfile1): "
                    + String(cString: fox_sndfile_failure()))
        }
        var info = SF_INFO()
        if let raw {
            info.format = Int32(SF_FORMAT_RAW | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE)
            info.samplerate = Int32(raw.rate)
            info.channels = 1
        }
        // One of its own: libsndfile 1.2 closes it when it fails, though told not to, and a number that
        // is closed twice is by then somebody else's file.
        let own: Int32
        do throws(Errno) {
            own = try retrying { fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0) }
            // The double shares its place in the file, and libsndfile begins where that is.
            if lseek(own, 0, SEEK_SET) < 0 { throw .current }
        } catch { throw AudioImportError(.opening, title, error) }
        guard let handle = library.open_fd(own, Int32(SFM_READ), &info, 1) else { return nil }
        let reader = SoundReader(library, handle, info, title: title, name: name)
        let format = reader.format
        if let nonsense = nonsense(channels: format.channels, rate: format.rate) {
            throw AudioImportError(.damaged, .opening, title, nonsense)
        }
        return reader
    }

    deinit { _ = library.close(handle) }

    /// Why there can be no such recording, or nil.
    static func nonsense(channels: Int, rate: Int) -> String? {
        if channels < 1 || channels > channelLimit {
            return "\(channels) channels make no sense (at most \(channelLimit))"
        }
        if !rates.contains(rate) {
            return "a rate of \(rate) Hz makes no sense"
                + " (\(rates.lowerBound) to \(rates.upperBound))"
        }
        return nil
    }

    /// Decodes the next frames and mixes them to one channel: their mean, which cannot clip.
    ///
    /// - Returns: The samples; none at the end of the file.
    /// - Throws: `AudioImportError` for what cannot be decoded, or is no sound.
    mutating func read() throws(AudioImportError) -> [Float] {
        let channels = format.channels
        let wanted = buffer.count / channels
        let got = buffer.withUnsafeMutableBufferPointer {
            Int(library.readf_float(handle, $0.baseAddress, sf_count_t(wanted)))
        }
        guard got > 0 else {
            if library.error(handle) != 0 {
                throw AudioImportError(
                    .damaged, .reading, title,
                    "frame \(position) cannot be decoded: the file is damaged there")
            }
            return []
        }
        let (mono, bad) = Self.mix(buffer, frames: got, channels: channels)
        if let bad {
            throw AudioImportError(
                .damaged, .reading, title,
                "frame \(position + bad.frame) is \(bad.value), which is no sound")
        }
        position += got
        return mono
    }

    /// Why the file is shorter than its header says, once it was read to its end.
    var shortage: String? {
        guard let promised = format.frames, position < promised else { return nil }
        // The length of an MP3 file is an estimate, and may be off by its padding.
        if isEstimate, promised - position < max(promised / 100, format.rate) { return nil }
        return "it ends after \(position) of \(promised) frames"
    }

    private static func mix(
        _ buffer: [Float], frames: Int, channels: Int
    ) -> (mono: [Float], bad: (frame: Int, value: Float)?) {
        var bad: (frame: Int, value: Float)?
        let mono = [Float](unsafeUninitializedCapacity: frames) { target, filled in
            buffer.withUnsafeBufferPointer { samples in
                let share = 1 / Double(channels)
                var index = 0
                var frame = 0
                while frame < frames {
                    var sum = 0.0
                    let end = index + channels
                    while index < end {
                        let sample = samples[index]
                        // Written so that 'not a number' is caught too.
                        if !(sample.magnitude <= sampleLimit), bad == nil { bad = (frame, sample) }
                        sum += Double(sample)
                        index += 1
                    }
                    target[frame] = Float(sum * share)
                    frame += 1
                }
            }
            filled = frames
        }
        return (mono, bad)
    }

    /// libsndfile's words for a format or an encoding.
    private static func name(_ library: fox_sndfile, _ format: Int32) -> String {
        var info = SF_FORMAT_INFO(format: format, name: nil, extension: nil)
        let failed = withUnsafeMutablePointer(to: &info) {
            library.command(
                nil, Int32(SFC_GET_FORMAT_INFO), $0, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
        }
        guard failed == 0, let name = info.name else { return "unknown" }
        return String(cString: name)
    }
}
