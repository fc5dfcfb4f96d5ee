// What the state database knows of a device.

/// A device that was seen at least once.
package struct DeviceRecord: Equatable, Sendable {
    /// Its identity: the USB serial, or `path:…` for a folder without one.
    package let id: String
    /// The name that its owner gave it.
    package let name: String?
    /// SCSI vendor, model and revision, where known.
    package let vendor: String?
    /// The SCSI model.
    package let model: String?
    /// The SCSI revision.
    package let revision: String?
    /// When it was first seen.
    package let firstSeen: Timestamp
    /// When it was last seen.
    package let lastSeen: Timestamp
    /// The draft assigned to it.
    package let assignment: Assignment?

    /// The owner's name for it, or its identity.
    package var title: String { name ?? id }
}

extension DeviceRecord: Comparable {
    /// Devices with names come first, by their names; `fox 2` is before `fox 10`.
    package static func < (left: DeviceRecord, right: DeviceRecord) -> Bool {
        guard (left.name == nil) == (right.name == nil) else { return left.name != nil }
        let (one, other) = (naturalOrder(left.title), naturalOrder(right.title))
        return one == other ? left.id < right.id : one.lexicographicallyPrecedes(other)
    }

    /// Letters as they are, numbers as wholes, so that they sort by their values.
    private static func naturalOrder(_ text: String) -> [Int] {
        var parts: [Int] = []
        var digits = ""
        for character in text.lowercased().unicodeScalars {
            if ("0"..."9").contains(character), digits.count < 18 {
                digits.unicodeScalars.append(character)
                continue
            }
            if let number = Int(digits) { parts += [0, number] }
            digits = ""
            parts.append(Int(character.value) + 1)
        }
        if let number = Int(digits) { parts += [0, number] }
        return parts
    }
}

/// Which draft a device gets.
package struct Assignment: Equatable, Sendable {
    /// The draft's name.
    package let draft: String
    /// True when a person said so, false when the first push did.
    package let byHand: Bool
}
