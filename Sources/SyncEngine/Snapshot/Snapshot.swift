// What is on the device now, as far as fox-sync has to do with it.

/// The relevant files of a device, read once.
package struct Snapshot: Equatable, Sendable {
    /// The device's settings text.
    package let settings: DeviceFile
    /// Every file that some firmware plays or reads, settings.txt among them, by canonical name.
    package let files: [String: DeviceFile]
    /// Names in the way of a file: not regular, too large, or there twice; with the reason.
    package let obstacles: [String: String]
    /// The generated Morse ID files that are there, by their names on the device.
    package let idFiles: [String]
    /// The temporary files of fox-sync that are there, by their names on the device.
    package let temporaries: [String]
    /// How many of the root's entries are taken, long names counted as vfat stores them.
    package let rootEntries: Int
    /// Free space.
    package let space: VolumeSpace
    /// The bytes of each file in `idFiles` and `temporaries`: what removing them makes room for.
    package var removableSizes: [String: Int] = [:]

    /// Whether the device has a file, or anything in its place.
    ///
    /// - Parameter name: A canonical name, an ID file's or a temporary file's.
    /// - Returns: False also of what fox-sync has nothing to do with.
    func has(_ name: String) -> Bool {
        files[name] != nil || obstacles[name] != nil
            || (idFiles + temporaries).contains { $0.lowercased() == name.lowercased() }
    }
}
