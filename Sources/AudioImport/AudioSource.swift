// Where audio comes from: a file, or a pipe that is first taken in whole, since most formats are read
// back and forth.
package import FoxSystem
internal import Glibc

/// Audio that can be read from its beginning; its file is never written.
package struct AudioSource: ~Copyable, Sendable {
    /// How headerless samples are to be read: mono, signed 16 bits, little-endian.
    package struct Raw: Sendable, Equatable {
        /// Frames a second.
        package let rate: Int

        /// Names the rate in Hz.
        package init(rate: Int) { self.rate = rate }
    }

    /// The most that a pipe may send: as much as a WAV file can hold.
    package static let pipeLimit = 4 << 30

    /// What it is called in messages.
    let title: String
    let file: FileDescriptor
    let raw: Raw?
    private let before: FileStatus

    /// Takes over an open regular file.
    ///
    /// - Parameters:
    ///   - file: Open for reading.
    ///   - title: What it is called in messages.
    ///   - raw: How to read it when it has no header.
    /// - Throws: `AudioImportError`.
    package init(
        _ file: consuming FileDescriptor, title: String, raw: Raw? = nil
    ) throws(AudioImportError) {
        self.title = title
        self.raw = raw
        do { before = try file.status() } catch { throw AudioImportError(.opening, title, error) }
        self.file = file
    }

    /// Opens a file or a pipe; a pipe is read to its end.
    ///
    /// - Parameters:
    ///   - path: A path, or `-` for standard input.
    ///   - spoolFolder: Where what comes out of a pipe is kept meanwhile, without a name.
    ///   - onReceived: Told how many bytes came out of a pipe so far.
    /// - Returns: The source.
    /// - Throws: `AudioImportError` for what is neither file nor pipe, or cannot be read.
    package static func open(
        _ path: String, spoolFolder: String, onReceived: (Int) -> Void = { _ in }
    ) throws(AudioImportError) -> AudioSource {
        let title = path == "-" ? "standard input" : path
        let file = try descriptor(of: path, title)
        let kind: FileStatus.Kind
        do { kind = try file.status().kind } catch {
            throw AudioImportError(.opening, title, error)
        }
        switch kind {
        case .regular:
            return try AudioSource(file, title: title)
        case .fifo, .socket:
            return try AudioSource(
                receive(from: file, title, spoolFolder, onReceived), title: title)
        case .directory, .device, .symbolicLink:
            let what =
                isatty(file.rawValue) == 1
                ? "a terminal" : kind == .directory ? "a folder" : "a \(kind.rawValue)"
            throw AudioImportError(
                .unreadable, .opening, title, "it is \(what), not a file or a pipe")
        }
    }

    private static func descriptor(
        of path: String, _ title: String
    ) throws(AudioImportError) -> FileDescriptor {
        do {
            return path == "-"
                ? try .duplicate(of: 0) : try .open(path, flags: O_RDONLY | O_NOCTTY)
        } catch { throw AudioImportError(.opening, title, error) }
    }

    private static func receive(
        from pipe: borrowing FileDescriptor, _ title: String, _ folder: String,
        _ onReceived: (Int) -> Void
    ) throws(AudioImportError) -> FileDescriptor {
        do throws(Errno) {
            let spool = try FileDescriptor.unnamed(in: folder)
            var received = 0
            while true {
                let bytes = try pipe.readNext(count: 1 << 16)
                if bytes.isEmpty { return spool }
                try spool.write(bytes, at: received)
                received += bytes.count
                onReceived(received)
                if received > pipeLimit { throw .tooLarge }
            }
        } catch Errno.tooLarge {
            throw AudioImportError(
                .tooLong, .receiving, title, "more than 4 GiB came, and there was no end of it")
        } catch { throw AudioImportError(.receiving, title, error) }
    }

    /// Makes sure that the file is what it was when it was opened.
    func checkUnchanged() throws(AudioImportError) {
        let after: FileStatus
        do { after = try file.status() } catch { throw AudioImportError(.reading, title, error) }
        if after != before {
            throw AudioImportError(
                .changed, .reading, title, "it was written to while it was read; try again")
        }
    }
}
