// ffmpeg, for what phones and messengers record and libsndfile does not read (m4a, 3gp, amr, wma, webm).
// It is a program of its own, so that a file that was made to harm it harms nothing else here.
internal import FoxSystem
internal import Glibc

/// Decodes with ffmpeg, where that is installed.
enum ForeignDecoder {
    /// How long decoding may take, in seconds: many hours of sound on a small computer.
    private static let patience = 600
    /// A header and no sample: ffmpeg writes a few dozen bytes of it.
    private static let headerSize = 256

    /// Decodes a file.
    ///
    /// ffmpeg gets the file as its standard input and opens it there, since most of these formats are
    /// read back and forth; it reaches nothing else: no name of it is on the command line, no shell
    /// reads that, the demuxer is given, and no other protocol than files is allowed. It has no time
    /// and no space without end.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - kind: What it is.
    ///   - title: What it is called in messages.
    ///   - folder: Where the samples are kept, without a name.
    ///   - acceptsDamage: Whether to take what can be decoded of a damaged file.
    /// - Returns: A WAV file whose length is left open.
    /// - Throws: `AudioImportError`.
    static func decode(
        _ file: borrowing FileDescriptor, _ kind: SoundKind, title: String, folder: String,
        acceptsDamage: Bool
    ) throws(AudioImportError) -> FileDescriptor {
        let words =
            ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "quiet"]
            + (acceptsDamage ? [] : ["-xerror"])
            + ["-protocol_whitelist", "file", "-f", kind.demuxer ?? "wav"]
            + ["-i", "file:/proc/self/fd/0", "-map", "0:a:0", "-vn", "-sn", "-dn", "-bitexact"]
            + ["-f", "wav", "-c:a", "pcm_f32le", "pipe:1"]
        var count = 0
        let status: Int32
        let spool: FileDescriptor
        do { spool = try .unnamed(in: folder) } catch {
            throw AudioImportError(
                .host, .reading, title, "no temporary file can be made in \(folder): \(error)")
        }
        do throws(Errno) {
            let child = try ChildProcess(
                words, environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"], input: file)
            let until = Uptime.milliseconds + patience * 1000
            while let bytes = try child.read(count: 1 << 16, until: until), !bytes.isEmpty {
                try spool.write(bytes, at: count)
                count += bytes.count
                if count > AudioSource.pipeLimit { throw .tooLarge }
            }
            // Its output is at its end, or its time is over.
            if Uptime.milliseconds >= until { throw .timedOut }
            status = try child.wait()
        } catch { throw failure(error, kind, title) }
        if count <= headerSize, status != 0 || acceptsDamage {
            throw AudioImportError(
                .damaged, .reading, title, "it is \(kind.name), and ffmpeg finds no sound in it")
        }
        if status != 0, !acceptsDamage {
            throw AudioImportError(
                .damaged, .reading, title,
                "ffmpeg cannot decode all of it: it is damaged or cut short")
        }
        return spool
    }

    private static func failure(
        _ error: Errno, _ kind: SoundKind, _ title: String
    ) -> AudioImportError {
        switch error {
        case .notFound:
            AudioImportError(
                .needsFFmpeg, .opening, title,
                "it is \(kind.name), which ffmpeg reads, and that is not installed (package ffmpeg)"
            )
        case .tooLarge:
            AudioImportError(.tooLong, .reading, title, "it is more than 4 GiB of sound")
        case .timedOut:
            AudioImportError(
                .damaged, .reading, title,
                "ffmpeg was still decoding it after \(patience / 60) minutes")
        default: AudioImportError(.host, .reading, title, "ffmpeg: \(error)")
        }
    }
}
