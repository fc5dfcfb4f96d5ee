// Whether the Morse ID that a firmware has made still is that of its settings.
internal import PicoFox

/// The rule of the generated Morse ID: it depends on some keys, and on the sum of all bytes.
enum StaleID {
    /// The keys whose new values make the ID wrong, for any of the firmwares that may have made it.
    ///
    /// - Parameters:
    ///   - old: The settings before.
    ///   - new: The settings afterwards.
    ///   - firmwares: The firmwares that the fox may have.
    /// - Returns: The keys in alphabetical order.
    static func keys(from old: [UInt8], to new: [UInt8], as firmwares: [Firmware]) -> [String] {
        Set(firmwares.flatMap { $0.idKeysChanged(from: old, to: new) }).sorted()
    }

    /// What to say of an ID that the fox's firmware keeps, though somebody changed what it is made of.
    ///
    /// - Parameters:
    ///   - snapshot: What is on the fox; its settings stay as they are.
    ///   - base: What was last verified there.
    ///   - firmwares: The firmwares that the fox may have.
    /// - Returns: A sentence, or nil when the ID is right, or made again at the next start.
    static func warning(
        _ snapshot: Snapshot, since base: Base?, as firmwares: [Firmware]
    ) -> String? {
        let new = snapshot.settings.bytes
        guard !snapshot.idFiles.isEmpty, let old = base?.files["settings.txt"]?.settings,
            old != new, sum(old) == sum(new)
        else { return nil }
        let names = Set(snapshot.idFiles.map { $0.lowercased() })
        let makers = firmwares.filter { $0.idFile.map(names.contains) ?? false }
        let stale = keys(from: old, to: new, as: makers)
        if stale.isEmpty { return nil }
        let files = snapshot.idFiles.map { Array($0.utf8).printable }.joined(separator: ", ")
        return
            "the Morse ID on the fox may send the old \(stale.joined(separator: ", ")): the sum of"
            + " settings.txt's bytes is the same as before, so that the firmware keeps its ID;"
            + " delete \(files) from the fox, and the firmware makes it again"
    }

    private static func sum(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 + Int($1) } }
}
