// Reading whole files through the page cache, with a limit.

extension VolumeIO {
    /// Reads a whole file, but never more than a limit.
    ///
    /// - Parameters:
    ///   - name: A name in the root.
    ///   - limit: The most bytes to accept.
    ///   - expected: How many bytes a listing said it has; only so much memory is taken at first.
    /// - Returns: The bytes.
    /// - Throws: `VolumeError`; `tooLarge` beyond the limit, also of a file that grows meanwhile.
    package func readWhole(
        _ name: String, limit: Int, expected: Int = 0
    ) throws(VolumeError) -> [UInt8] {
        let handle = try open(name, for: .reading)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, expected) + 1)
        do throws(VolumeError) {
            while true {
                let wanted = min(1 << 18, limit + 1 - bytes.count)
                let more = try read(handle, at: bytes.count, count: wanted)
                bytes += more
                if bytes.count > limit { throw VolumeError(.tooLarge, "read", name: name) }
                if more.count < wanted { break }
            }
        } catch {
            try? close(handle)
            throw error.naming(name)
        }
        try close(handle)
        return bytes
    }
}
