// What the state database knows of a device.
internal import PicoFox

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
        let (one, other) = (NaturalOrder(left.title), NaturalOrder(right.title))
        return one == other ? left.id < right.id : one < other
    }
}

/// Which draft a device gets.
package struct Assignment: Equatable, Sendable {
    /// The draft's name.
    package let draft: String
    /// True when a person said so, false when the first push did.
    package let byHand: Bool
}
