// Audio files of every kind that the installed libsndfile can write.
import CSndfile
import Foundation
import Glibc
import Testing

/// Writes audio files through libsndfile.
struct SoundFiles {
    private typealias WriteFrames =
        @convention(c) (OpaquePointer?, UnsafePointer<Float>?, Int64) -> Int64

    private let library: fox_sndfile
    private let write: WriteFrames

    init() throws {
        library = try #require(fox_sndfile()).pointee
        let symbol = try #require(dlsym(dlopen("libsndfile.so.1", RTLD_NOW), "sf_writef_float"))
        write = unsafeBitCast(symbol, to: WriteFrames.self)
    }

    /// All pairs of a container and an encoding, headerless files left out.
    var formats: [Int32] {
        func count(_ command: Int) -> Int32 {
            var number: Int32 = 0
            _ = library.command(nil, Int32(command), &number, 4)
            return number
        }
        func name(_ command: Int, _ index: Int32) -> Int32 {
            var info = SF_FORMAT_INFO(format: index, name: nil, extension: nil)
            _ = library.command(
                nil, Int32(command), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
            return info.format
        }
        let containers = (0..<count(Int(SFC_GET_FORMAT_MAJOR_COUNT)))
            .map { name(Int(SFC_GET_FORMAT_MAJOR), $0) }
            .filter { $0 != Int32(SF_FORMAT_RAW) }
        let encodings = (0..<count(Int(SFC_GET_FORMAT_SUBTYPE_COUNT)))
            .map { name(Int(SFC_GET_FORMAT_SUBTYPE), $0) }
        return containers.flatMap { container in encodings.map { container | $0 } }
    }

    /// Writes a file.
    ///
    /// - Returns: Whether libsndfile can write such a file.
    func make(
        _ path: String, format: Int32, rate: Int, channels: Int, samples: [Float]
    ) -> Bool {
        // It is libsndfile's to close, which does so when it fails, too, whatever it is told.
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        var info = SF_INFO()
        info.format = format
        info.samplerate = Int32(rate)
        info.channels = Int32(channels)
        guard let handle = library.open_fd(descriptor, Int32(SFM_WRITE), &info, 1) else {
            return false
        }
        let frames = Int64(samples.count / channels)
        let written = write(handle, samples, frames)
        return library.close(handle) == 0 && written == frames
    }
}
