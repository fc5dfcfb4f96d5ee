// The size of a picture: pacificon sends 320×240 and skips anything else.

/// The size of a JPEG picture in pixels.
package struct JPEGSize: Sendable, Hashable {
    /// Pixels from left to right.
    package let width: Int
    /// Pixels from top to bottom.
    package let height: Int

    /// Finds the frame header of a JPEG file; nil when there is none.
    ///
    /// - Parameter bytes: The file. Any bytes are fine.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if marker == 0xFF {
                offset += 1
                continue
            }
            // SOF0 … SOF15, but for the three markers among them that are no frame headers.
            let isFrame = marker & 0xF0 == 0xC0 && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame, offset + 9 <= bytes.count {
                height = Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
                width = Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8])
                return
            }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard length >= 2, marker != 0xDA else { return nil }
            offset += 2 + length
        }
        return nil
    }
}
