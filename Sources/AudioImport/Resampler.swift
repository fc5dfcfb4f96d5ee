// Changing the rate with soxr: 'very high quality', linear phase, one thread.
internal import CSoxr

/// A stream of one channel that comes out at another rate.
struct Resampler: ~Copyable {
    private let library: fox_soxr
    private let handle: OpaquePointer
    private let title: String
    private var buffer: [Float]

    /// Makes a resampler.
    ///
    /// Its pass band ends at 0.913 of the lower Nyquist frequency and its stop band begins at that
    /// frequency (soxr's recipe SOXR_VHQ, 28 bits).
    ///
    /// - Parameters:
    ///   - source: The rate that goes in, in Hz.
    ///   - target: The rate that comes out, in Hz.
    ///   - title: What the audio is called in messages.
    /// - Throws: `AudioImportError` when there is no library or no memory.
    init(from source: Int, to target: Int, title: String) throws(AudioImportError) {
        guard let library = fox_soxr()?.pointee else {
            throw AudioImportError(
                .library, .resampling, title,
                "soxr is needed (package libsoxr0): " + String(cString: fox_soxr_failure()))
        }
        var failure: soxr_error_t?
        var format = library.io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
        var quality = library.quality_spec(UInt(SOXR_VHQ), 0)
        var runtime = library.runtime_spec(1)
        let made = library.create(
            Double(source), Double(target), 1, &failure, &format, &quality, &runtime)
        guard let made else {
            throw AudioImportError(
                .host, .resampling, title, failure.map { String(cString: $0) } ?? "soxr failed")
        }
        self.library = library
        self.title = title
        handle = made
        buffer = [Float](repeating: 0, count: 1 << 14)
    }

    deinit { library.delete_(handle) }

    /// Puts samples in and takes out what is ready.
    ///
    /// - Parameters:
    ///   - input: Samples at the source's rate; none at the end, for what is still inside.
    ///   - output: What is ready is appended here.
    /// - Throws: `AudioImportError`.
    mutating func process(
        _ input: [Float], into output: inout [Float]
    ) throws(AudioImportError) {
        var used = 0
        while true {
            var taken = 0
            var given = 0
            let failure = input.withUnsafeBufferPointer { samples in
                buffer.withUnsafeMutableBufferPointer { ready in
                    library.process(
                        handle,
                        input.isEmpty
                            ? nil : samples.baseAddress.map { UnsafeRawPointer($0 + used) },
                        input.count - used, &taken, ready.baseAddress, ready.count, &given)
                }
            }
            if let failure {
                throw AudioImportError(.host, .resampling, title, String(cString: failure))
            }
            output += buffer[..<given]
            used += taken
            if used >= input.count, given < buffer.count { return }
        }
    }
}
