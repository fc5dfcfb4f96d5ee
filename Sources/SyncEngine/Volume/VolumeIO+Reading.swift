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
        try readPieces(name, limit: limit, expected: expected) { _ in }
    }

    /// Reads a whole file, and computes its digest on the way.
    ///
    /// The pieces are smaller than what the kernel reads ahead: the next one is on its way while the
    /// digest of this one is computed.
    ///
    /// - Parameters:
    ///   - name: A name in the root.
    ///   - limit: The most bytes to accept.
    ///   - expected: How many bytes a listing said it has.
    /// - Returns: The file.
    /// - Throws: `VolumeError` as `readWhole`.
    func readFile(
        _ name: String, limit: Int, expected: Int
    ) throws(VolumeError) -> DeviceFile {
        var sum = DigestSum()
        let bytes = try readPieces(name, limit: limit, expected: expected) { sum.add($0) }
        let content = FileContent(digest: sum.finish(), size: bytes.count)
        return DeviceFile(name: name, bytes: bytes, content: content)
    }

    private func readPieces(
        _ name: String, limit: Int, expected: Int, _ body: ([UInt8]) -> Void
    ) throws(VolumeError) -> [UInt8] {
        let handle = try open(name, for: .reading)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, expected) + 1)
        do throws(VolumeError) {
            while true {
                let wanted = min(1 << 16, limit + 1 - bytes.count)
                let more = try read(handle, at: bytes.count, count: wanted)
                bytes += more
                body(more)
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
