// How much a volume can still take.

/// Space figures of a volume.
package struct VolumeSpace: Equatable, Sendable {
    /// Bytes of one allocation unit (FAT: a cluster).
    package let unit: Int
    /// Free allocation units.
    package let freeUnits: Int
    /// All allocation units.
    package let totalUnits: Int
    /// Whether the kernel refuses writes.
    package let isReadOnly: Bool
    /// Whether every write goes to the medium at once (mounted with `sync`).
    package let isSynchronous: Bool
    /// How many entries the root can have, or nil when it grows (or is no FAT).
    package let rootEntryLimit: Int?

    /// Puts the figures together.
    package init(
        unit: Int, freeUnits: Int, totalUnits: Int, isReadOnly: Bool, isSynchronous: Bool = false,
        rootEntryLimit: Int? = nil
    ) {
        self.unit = unit
        self.freeUnits = freeUnits
        self.totalUnits = totalUnits
        self.isReadOnly = isReadOnly
        self.isSynchronous = isSynchronous
        self.rootEntryLimit = rootEntryLimit
    }

    /// Allocation units that a file takes.
    ///
    /// - Parameter bytes: The file's size.
    /// - Returns: Its size in units, rounded up.
    package func units(for bytes: Int) -> Int { (bytes + unit - 1) / max(unit, 1) }
}
