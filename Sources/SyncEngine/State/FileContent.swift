// What a file is, without its bytes.

/// Digest and size of a content.
package struct FileContent: Equatable, Hashable, Sendable, Codable {
    /// SHA-256 of the bytes.
    package let digest: Digest
    /// Size in bytes.
    package let size: Int

    /// Puts both together.
    package init(digest: Digest, size: Int) {
        self.digest = digest
        self.size = size
    }

    /// Takes both from bytes.
    package init(of bytes: [UInt8]) { self.init(digest: Digest(of: bytes), size: bytes.count) }
}
