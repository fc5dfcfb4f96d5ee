// A digest of bytes that come piece by piece, so that it is ready when the last piece is.
internal import CCrypto

/// Computes a `Digest` while its bytes are read.
struct DigestSum {
    private var context = SHA256_CTX()

    /// Begins with no bytes. C: `SHA256_Init`
    init() { SHA256_Init(&context) }

    /// Adds the next bytes. C: `SHA256_Update`
    mutating func add(_ bytes: [UInt8]) { SHA256_Update(&context, bytes, bytes.count) }

    /// Ends it; nothing can be added afterwards. C: `SHA256_Final`
    ///
    /// - Returns: The digest of all bytes.
    mutating func finish() -> Digest {
        var output = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256_Final(&output, &context)
        let digits = Array("0123456789abcdef".utf8)
        return Digest(
            hex: String(
                decoding: output.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
                as: UTF8.self))
    }
}
