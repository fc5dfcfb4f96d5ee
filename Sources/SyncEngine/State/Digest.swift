// SHA-256 of a file's content, from libcrypto.

/// A SHA-256 digest: what "the same content" means everywhere in fox-sync.
package struct Digest: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits, as `sha256sum` prints them.
    package let hex: String

    /// Takes digits from a database or a list as they are.
    package init(hex: String) { self.hex = hex }

    /// Computes the digest of bytes. C: `SHA256_Update`
    package init(of bytes: [UInt8]) {
        var sum = DigestSum()
        sum.add(bytes)
        self = sum.finish()
    }

    /// The first digits, enough to recognise a content by eye.
    package var short: String { String(hex.prefix(10)) }

    /// All digits.
    package var description: String { hex }

    /// Reads the digits from text.
    package init(from decoder: any Decoder) throws {
        hex = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the digits as text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
