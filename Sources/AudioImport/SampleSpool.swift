// The resampled audio between the pass that measures it and the one that sets its level: in a file
// without a name, so that memory stays small and nothing is left when the program ends.
internal import FoxSystem

/// Samples in a file, written once and then read as often as need be.
struct SampleSpool: ~Copyable {
    private let file: FileDescriptor
    private let title: String
    /// How many samples there are.
    private(set) var count = 0

    /// Samples of one read: 64 KiB.
    private static let chunk = 1 << 14
    private static let width = MemoryLayout<Float>.size

    /// Makes an empty spool.
    ///
    /// - Parameters:
    ///   - folder: Whose filesystem has room for it.
    ///   - title: What the audio is called in messages.
    /// - Throws: `AudioImportError`.
    init(in folder: String, title: String) throws(AudioImportError) {
        self.title = title
        do { file = try .unnamed(in: folder) } catch {
            throw AudioImportError(
                .host, .resampling, title, "no temporary file can be made in \(folder): \(error)")
        }
    }

    /// Adds samples at the end.
    mutating func append(_ samples: [Float]) throws(AudioImportError) {
        var failure: Errno?
        samples.withUnsafeBytes { bytes in
            do throws(Errno) { try file.write(bytes, at: count * Self.width) } catch {
                failure = error
            }
        }
        if let failure { throw AudioImportError(.resampling, title, failure) }
        count += samples.count
    }

    /// Reads samples in order, a part at a time.
    ///
    /// - Parameters:
    ///   - range: Which samples.
    ///   - step: What for, in messages.
    ///   - body: Told each part; none of them is longer than `chunk`.
    /// - Throws: `AudioImportError`.
    func forEach(
        in range: Range<Int>, _ step: AudioImportError.Step,
        _ body: (UnsafeBufferPointer<Float>) -> Void
    ) throws(AudioImportError) {
        var place = range.lowerBound
        while place < range.upperBound {
            let wanted = min(Self.chunk, range.upperBound - place)
            let bytes: [UInt8]
            do {
                bytes = try file.read(at: place * Self.width, count: wanted * Self.width)
            } catch { throw AudioImportError(step, title, error) }
            guard bytes.count == wanted * Self.width else {
                throw AudioImportError(step, title, .io)
            }
            bytes.withUnsafeBytes { body($0.assumingMemoryBound(to: Float.self)) }
            place += wanted
        }
    }
}
