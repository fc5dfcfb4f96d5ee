// From a source to what decodes it: libsndfile, libsndfile with a header put right, or ffmpeg.
internal import FoxSystem
internal import PicoFox

extension SoundReader {
    /// Opens a source.
    ///
    /// Where the chunks of a WAV file are is read as the checks read it: a recorder that was killed
    /// leaves a size of 0, and other programs put a second chunk of audio behind the first. Of such a
    /// file, libsndfile gets a copy with the one chunk and its true size.
    ///
    /// - Parameters:
    ///   - source: The audio.
    ///   - spoolFolder: Where a copy without a name can be kept.
    ///   - acceptsDamage: Whether to take what can be decoded of a damaged file.
    /// - Returns: The reader, at the first frame.
    /// - Throws: `AudioImportError` when it is no audio, or audio that makes no sense.
    static func open(
        _ source: borrowing AudioSource, spoolFolder: String, acceptsDamage: Bool
    ) throws(AudioImportError) -> SoundReader {
        let title = source.title
        if source.raw != nil {
            guard let reader = try open(source.file, title: title, raw: source.raw) else {
                throw AudioImportError(.notAudio, .opening, title, "it holds no audio")
            }
            return reader
        }
        let (size, layout, head) = try look(source)
        if size == 0 { throw AudioImportError(.notAudio, .opening, title, "the file is empty") }
        if let format = layout.format, format.isPlain,
            let problem = nonsense(channels: format.channels, rate: format.sampleRate)
        {
            throw AudioImportError(.damaged, .opening, title, problem)
        }
        let isLeftOpen = layout.claimedAudio == 0 && layout.audio?.isEmpty == false
        if !isLeftOpen, let reader = try open(source.file, title: title) { return reader }
        if layout.format != nil, layout.audio?.isEmpty == false {
            let copy = try plainCopy(of: source, layout, in: spoolFolder)
            if let reader = try open(copy, title: title) { return reader }
        }
        var kind = SoundKind(head)
        if let format = layout.format, layout.audio?.isEmpty == false, !format.isPlain {
            kind = .wav(format.name)
        }
        guard let kind else {
            throw AudioImportError(
                .notAudio, .opening, title, "it is no audio, or of a kind that is not known here")
        }
        guard kind.demuxer != nil else {
            throw AudioImportError(.damaged, .opening, title, damage(kind, layout))
        }
        let decoded = try ForeignDecoder.decode(
            source.file, kind, title: title, folder: spoolFolder, acceptsDamage: acceptsDamage)
        guard let reader = try open(decoded, title: title, name: "\(kind.name), by ffmpeg") else {
            throw AudioImportError(
                .damaged, .reading, title, "it is \(kind.name), and ffmpeg finds no sound in it")
        }
        return reader
    }

    private static func look(
        _ source: borrowing AudioSource
    ) throws(AudioImportError) -> (size: Int, layout: WavLayout, head: [UInt8]) {
        do throws(Errno) {
            let size = try source.file.status().size
            return (
                size, try WavLayout(of: source.file, size: size),
                try source.file.read(at: 0, count: SoundKind.headSize)
            )
        } catch { throw AudioImportError(.opening, source.title, error) }
    }

    /// What is wrong with a file that is of a kind that libsndfile reads.
    private static func damage(_ kind: SoundKind, _ layout: WavLayout) -> String {
        guard layout.isRIFFWave else { return "it is \(kind.name), and damaged at its beginning" }
        if layout.audio == nil { return "it is \(kind.name) without a 'data' chunk" }
        if let body = layout.formatBody, layout.format == nil {
            return "its 'fmt ' chunk has only \(Counted.text(body.count, "byte")), not 16"
        }
        if layout.format == nil { return "it is \(kind.name) without a 'fmt ' chunk" }
        if layout.audio?.isEmpty == true { return "it holds no audio" }
        return "it is \(kind.name), and its header is damaged"
    }

    /// A WAV file of nothing but the format and the audio, whose size is the true one.
    private static func plainCopy(
        of source: borrowing AudioSource, _ layout: WavLayout, in folder: String
    ) throws(AudioImportError) -> FileDescriptor {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        do throws(Errno) {
            let copy = try FileDescriptor.unnamed(in: folder)
            let body = layout.formatBody ?? 0..<0
            let audio = layout.audio ?? 0..<0
            let format = try source.file.read(at: body.lowerBound, count: min(body.count, 1 << 16))
            var header = Array("RIFF".utf8) + number(20 + format.count + audio.count)
            header += Array("WAVEfmt ".utf8) + number(format.count) + format
            header += Array("data".utf8) + number(audio.count)
            try copy.write(header, at: 0)
            var place = 0
            while place < audio.count {
                let bytes = try source.file.read(
                    at: audio.lowerBound + place, count: min(1 << 20, audio.count - place))
                if bytes.isEmpty { break }
                try copy.write(bytes, at: header.count + place)
                place += bytes.count
            }
            return copy
        } catch {
            throw AudioImportError(
                .host, .opening, source.title, "no copy can be made in \(folder): \(error)")
        }
    }
}

extension WavLayout {
    /// So many chunks of a source are looked at; files have a handful.
    private static let sourceChunks = 1000

    /// Reads the headers of the chunks in a file.
    init(of file: borrowing FileDescriptor, size: Int) throws(Errno) {
        let number = file.rawValue
        try self.init(byteCount: size, chunkLimit: Self.sourceChunks) {
            (offset, count) throws(Errno) in
            try readBytes(number, at: offset, count: count)
        }
    }
}

extension WavFormat {
    /// Whether its samples are of a kind that libsndfile has always read: PCM, float, A-law, mu-law, or
    /// what an extensible header names.
    fileprivate var isPlain: Bool { [1, 3, 6, 7, 0xfffe].contains(tag) }
}
