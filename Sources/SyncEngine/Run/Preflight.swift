// Everything that can be refused before the first write is refused here (promise 2).

internal import FoxSystem

/// Checks a plan against what the volume can take.
enum Preflight {
    /// Refuses a plan that could not be carried out to the end.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - snapshot: What is on the volume.
    ///   - space: The volume's figures as of now.
    ///   - ownsTemporary: Whether the journal says that a temporary file there is fox-sync's own.
    ///   - unproven: Files of a cut run that may share their clusters with its temporary file.
    ///   - mayBeReadOnly: Whether fox-sync itself mounted it so, until there is something to write.
    /// - Throws: `SyncError` with code `refused` and the figures.
    static func check(
        _ plan: SyncPlan, _ snapshot: Snapshot, space: VolumeSpace, ownsTemporary: Bool,
        unproven: Set<String> = [], mayBeReadOnly: Bool = false
    ) throws(SyncError) {
        if space.isReadOnly, !mayBeReadOnly {
            throw refused("the volume is mounted read-only", .readOnly)
        }
        if space.isSynchronous {
            throw refused(
                "the volume is mounted with 'sync', which writes three times as much and is unsafe"
                    + " for renames; mount it without")
        }
        if let stranger = snapshot.temporaries.first, !ownsTemporary {
            throw refused(
                "\(stranger) is in the way and fox-sync did not leave it there; remove it if nobody"
                    + " needs it")
        }
        var free = space.freeUnits
        // What is changed in place takes neither a cluster nor an entry.
        let steps = plan.steps.filter { $0.action != .rename && !isPad($0, snapshot, unproven) }
        // One entry for the temporary file: there is never more than one that is not a left-over.
        // Those of cut runs are counted where they are, until their step removes them.
        let needsOne =
            steps.contains { $0.payload != nil } || plan.steps.contains { $0.misspelling != nil }
        var entries = snapshot.rootEntries + (needsOne ? 1 : 0)
        for step in steps {
            let size = step.from?.size ?? snapshot.removableSizes[step.deviceName ?? step.name]
            let old = size.map { space.units(for: $0) } ?? 0
            let new = step.payload.map { space.units(for: $0.count) } ?? 0
            // The old file keeps its clusters until the new one has its name.
            if new > free {
                let needed = "\(new * space.unit) bytes in clusters of \(space.unit)"
                throw refused(
                    "\(step.name) needs \(needed) beside the old file, and"
                        + " \(max(free, 0) * space.unit) bytes would be free")
            }
            free += old - new
            if step.action == .create { entries += RootEntries.needed(for: Array(step.name.utf8)) }
            if [.delete, .removeID, .removeTemporary].contains(step.action) {
                entries -= RootEntries.needed(for: Array((step.deviceName ?? step.name).utf8))
            }
            if let limit = space.rootEntryLimit, entries > limit {
                throw refused(
                    "the root folder has room for \(limit) entries (long names take several), and"
                        + " \(step.name) would need entry \(entries)")
            }
        }
    }

    /// Whether a step goes the pad way, as `DeviceWriter` will decide: another attempt, after a
    /// failed one, may then find no room, and leaves the old text.
    private static func isPad(
        _ step: FilePlan, _ snapshot: Snapshot, _ unproven: Set<String>
    ) -> Bool {
        guard step.name == "settings.txt", let payload = step.payload,
            snapshot.temporaries.isEmpty || !unproven.contains(step.name)
        else { return false }
        return Padding.target(for: payload, over: snapshot.settings.bytes) == payload
    }

    private static func refused(_ reason: String, _ errno: Errno? = nil) -> SyncError {
        SyncError(.refused, .plan, reason, errno: errno)
    }
}
