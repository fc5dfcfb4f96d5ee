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

/// Which draft a device gets.
package struct Assignment: Equatable, Sendable {
    /// The draft's name.
    package let draft: String
    /// True when a person said so, false when the first push did.
    package let byHand: Bool
}
