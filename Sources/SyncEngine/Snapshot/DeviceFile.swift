// A file with its bytes, whose digest is computed at most once, and only when somebody asks.
internal import FoxSystem
internal import Synchronization

/// A file on a device, or one that is to be on it.
package struct DeviceFile: Equatable, Sendable {
    /// Its name as the device spells it.
    package let name: String
    /// Its bytes.
    package let bytes: [UInt8]
    private let known: KnownContent

    /// Takes digest and size from the bytes, when they are asked for.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        known = KnownContent(nil)
    }

    /// A file whose digest was computed while it was read.
    init(name: String, bytes: [UInt8], content: FileContent) {
        self.name = name
        self.bytes = bytes
        known = KnownContent(content)
    }

    /// Digest and size of the bytes.
    package var content: FileContent { known.content(of: bytes) }

    /// Takes over the digest of another file, if that has the same bytes and this one has none yet.
    ///
    /// To compare megabytes takes a tenth of the time of their digest.
    func learn(from other: DeviceFile) {
        if sameBytes(bytes, other.bytes) { known.learn(other.content) }
    }

    /// Whether name and bytes are the same.
    package static func == (left: DeviceFile, right: DeviceFile) -> Bool {
        left.name == right.name && sameBytes(left.bytes, right.bytes)
    }

    /// The content, once it is known; shared by all copies of a value.
    private final class KnownContent: Sendable {
        private let content: Mutex<FileContent?>

        init(_ content: FileContent?) { self.content = Mutex(content) }

        func content(of bytes: [UInt8]) -> FileContent {
            content.withLock { content in
                if let content { return content }
                let new = FileContent(of: bytes)
                content = new
                return new
            }
        }

        func learn(_ new: FileContent) { content.withLock { $0 = $0 ?? new } }
    }
}
