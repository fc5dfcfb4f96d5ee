// Who a device is: by its USB serial, never by label, UUID or path.

/// The identity of one PicoFox, or of a folder that stands in for one.
package struct DeviceIdentity: Hashable, Sendable {
    /// The USB serial (`ID_SERIAL_SHORT`), or `path:` and the real path of a folder without one.
    package let id: String
    /// SCSI vendor, where known: a hint for people, never a criterion.
    package let vendor: String?
    /// SCSI model, where known.
    package let model: String?
    /// SCSI revision, where known.
    package let revision: String?

    /// Identifies a device by its USB serial.
    package init(
        serial: String, vendor: String? = nil, model: String? = nil, revision: String? = nil
    ) {
        id = serial
        self.vendor = vendor
        self.model = model
        self.revision = revision
    }

    /// Identifies a folder or a volume without a serial by where it is.
    package init(path: String) {
        id = "path:" + path
        vendor = nil
        model = nil
        revision = nil
    }

    /// Whether the identity is a place and not a device.
    package var isPath: Bool { id.hasPrefix("path:") }

    /// The identity as part of a file name: nothing in it can climb out of a folder.
    package var fileName: String {
        let safe = id.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                String(Character(.init(byte)))
            default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
        // 255 bytes is what a host's filesystem takes; a path can be longer.
        return safe.utf8.count <= 120
            ? safe : String(safe.prefix(80)) + "-" + Digest(of: Array(id.utf8)).short
    }
}

extension DeviceIdentity {
    /// The identity as a word for a shell: quoted where it has to be.
    package var argument: String { id.shellWord }
}

extension String {
    /// The text as one word of a POSIX shell.
    package var shellWord: String {
        let plain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: Array("/:._-+=,@%".utf8).contains(byte)
            }
        }
        if plain && !isEmpty { return self }
        if utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
            // Escaped, so that it can be shown and typed; bash, zsh and ksh read this form.
            let escaped = utf8.map { byte -> String in
                switch byte {
                case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Character(.init(byte)))
                case 0x20..<0x7f: String(Character(.init(byte)))
                default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }
            }
            return "$'" + escaped.joined() + "'"
        }
        return "'"
            + split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
