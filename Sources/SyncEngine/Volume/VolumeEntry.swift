// One name in a volume's root, as a listing shows it.
package import FoxSystem

/// A name in the root of a volume and what it stands for.
package struct VolumeEntry: Equatable, Sendable {
    /// The name's bytes as the kernel gives them: hostile until checked, not always UTF-8.
    package let nameBytes: [UInt8]
    /// Type, size, times and identity.
    package let status: FileStatus
    /// Where a listing found the entry, nil where nothing was listed.
    ///
    /// As the filesystem counts: on vfat in bytes from the root's beginning.
    ///
    /// Source: Linux, `fat_readdir`, which gives a name the place of its first record.
    package let position: Int?

    /// Puts a name and its status together.
    package init(nameBytes: [UInt8], status: FileStatus, position: Int? = nil) {
        self.nameBytes = nameBytes
        self.status = status
        self.position = position
    }

    /// The name, when it is valid UTF-8.
    package var name: String? { String(validating: nameBytes, as: UTF8.self) }

    /// The name in a form that is safe to print on a terminal.
    package var printableName: String { nameBytes.printable }
}

extension Sequence where Element == UInt8 {
    /// The bytes as text in which nothing moves a cursor or hides another character.
    ///
    /// Control characters, direction marks and bytes that are no UTF-8 become `\xNN` or `\u{NNNN}`.
    package var printable: String {
        let bytes = Array(self)
        // Nearly everything that is printed, and a log of thousands of runs prints a lot.
        if bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.map { (0x20..<0x7f).contains($0) ? String(Character(.init($0))) : hex($0) }
                .joined()
        }
        return text.unicodeScalars.map { scalar in
            if scalar.isPrintable { return String(Character(scalar)) }
            return scalar.properties.generalCategory == .control && scalar.value < 0x100
                ? hex(UInt8(scalar.value)) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }
}

extension Unicode.Scalar {
    /// Whether the character is seen, and neither moves a cursor nor hides another one.
    ///
    /// By Unicode's general categories: controls, formats, separators of lines, and what has no shape
    /// that two computers agree on (private use, unassigned) are not.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}

private func hex(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
