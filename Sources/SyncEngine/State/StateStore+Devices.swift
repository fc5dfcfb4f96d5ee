// Devices, their names and the drafts assigned to them; a draft's options.

extension StateStore {
    /// Notes that a device was seen.
    ///
    /// - Parameters:
    ///   - identity: Who it is.
    ///   - at: When.
    /// - Throws: `StateError`.
    package func saw(_ identity: DeviceIdentity, at: Timestamp) throws(StateError) {
        try database.run(
            """
            INSERT INTO devices (id, vendor, model, revision, first_seen, last_seen)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
            vendor = coalesce(excluded.vendor, vendor), model = coalesce(excluded.model, model),
            revision = coalesce(excluded.revision, revision), last_seen = excluded.last_seen
            """,
            [
                .text(identity.id), .optional(identity.vendor), .optional(identity.model),
                .optional(identity.revision), .integer(at.milliseconds),
                .integer(at.milliseconds),
            ])
    }

    /// All devices ever seen, those with a name first, by name; the others by identity.
    ///
    /// - Returns: The devices.
    /// - Throws: `StateError`.
    package func devices() throws(StateError) -> [DeviceRecord] {
        try database.rows(
            """
            SELECT id, name, vendor, model, revision, first_seen, last_seen, draft, by_hand
            FROM devices LEFT JOIN assignments ON device = id
            """
        ) { row in
            DeviceRecord(
                id: row.text(0) ?? "", name: row.text(1), vendor: row.text(2), model: row.text(3),
                revision: row.text(4), firstSeen: Timestamp(milliseconds: row.integer(5) ?? 0),
                lastSeen: Timestamp(milliseconds: row.integer(6) ?? 0),
                assignment: row.text(7).map {
                    Assignment(draft: $0, byHand: row.integer(8) == 1)
                })
        }.sorted()
    }

    /// Finds a device by its name or identity, or by the beginning of its identity.
    ///
    /// - Parameter words: What a person typed; letter case does not matter.
    /// - Returns: All devices that it can mean; a whole match wins over beginnings.
    /// - Throws: `StateError`.
    package func devices(matching words: String) throws(StateError) -> [DeviceRecord] {
        let wanted = words.lowercased()
        let all = try devices()
        let whole = all.filter {
            $0.id.lowercased() == wanted || $0.name?.lowercased() == wanted
        }
        return whole.isEmpty ? all.filter { $0.id.lowercased().hasPrefix(wanted) } : whole
    }

    /// Finds devices that the log has runs of, forgotten and imported ones included.
    ///
    /// - Parameter words: What a person typed; letter case does not matter.
    /// - Returns: The identities that it can mean; a whole match wins over beginnings.
    /// - Throws: `StateError`.
    package func loggedDevices(matching words: String) throws(StateError) -> [String] {
        let known = try devices(matching: words).map(\.id)
        if !known.isEmpty { return known }
        let wanted = words.lowercased()
        let named = try database.rows(
            "SELECT DISTINCT device FROM runs WHERE device_name = ? COLLATE NOCASE"
                + " AND device IS NOT NULL ORDER BY device", [.text(words)]
        ) { $0.text(0) ?? "" }
        if !named.isEmpty { return named }
        let all = try database.rows(
            "SELECT DISTINCT device FROM runs WHERE device IS NOT NULL ORDER BY device"
        ) { $0.text(0) ?? "" }
        let whole = all.filter { $0.lowercased() == wanted }
        return whole.isEmpty ? all.filter { $0.lowercased().hasPrefix(wanted) } : whole
    }

    /// Gives a device a name, or takes it away.
    ///
    /// - Parameters:
    ///   - device: The device's identity.
    ///   - name: The new name, or nil for none.
    /// - Throws: `StateError`; also when another device has that name.
    package func name(_ device: String, _ name: String?) throws(StateError) {
        try database.run(
            "UPDATE devices SET name = ? WHERE id = ?", [.optional(name), .text(device)])
    }

    /// Assigns a draft to a device.
    ///
    /// - Parameters:
    ///   - draft: The draft's name, or nil to take the assignment away.
    ///   - device: The device's identity.
    ///   - byHand: Whether a person said so.
    /// - Throws: `StateError`.
    package func assign(
        _ draft: String?, to device: String, byHand: Bool
    ) throws(StateError) {
        guard let draft else {
            return try database.run("DELETE FROM assignments WHERE device = ?", [.text(device)])
        }
        try database.run(
            "INSERT OR REPLACE INTO assignments (device, draft, by_hand, at) VALUES (?, ?, ?, ?)",
            [
                .text(device), .text(draft), .integer(byHand ? 1 : 0),
                .integer(Timestamp.now.milliseconds),
            ])
    }

    /// Forgets a device: its name, assignment and base.
    ///
    /// The log stays, and so do the journals of its cut runs: what those left on it is still
    /// fox-sync's own. What they say that its files were makes no base any more.
    ///
    /// - Parameter device: The device's identity.
    /// - Throws: `StateError`.
    package func forget(_ device: String) throws(StateError) {
        try database.transaction { () throws(StateError) in
            for table in ["assignments", "bases"] {
                try database.run("DELETE FROM \(table) WHERE device = ?", [.text(device)])
            }
            try database.run("DELETE FROM devices WHERE id = ?", [.text(device)])
            try database.run(
                """
                INSERT OR REPLACE INTO forgotten (device, sequence)
                SELECT device, max(sequence) FROM runs WHERE device = ? AND origin IS NULL
                GROUP BY device
                """, [.text(device)])
        }
    }

    /// What was said of a draft beside its files.
    ///
    /// - Parameter draft: The draft's name.
    /// - Returns: The options; the default ones when nothing was said.
    /// - Throws: `StateError`.
    package func options(of draft: String) throws(StateError) -> DraftOptions {
        try database.rows(
            "SELECT firmware, off_air FROM drafts WHERE name = ?", [.text(draft)]
        ) { DraftOptions(firmware: $0.text(0), offAir: $0.integer(1) == 1) }.first
            ?? DraftOptions()
    }

    /// Notes that a draft is on the air: the next silence of it is asked for anew.
    ///
    /// - Parameter draft: The draft's name.
    /// - Throws: `StateError`.
    func endSilence(of draft: String) throws(StateError) {
        try database.run("UPDATE drafts SET off_air = 0 WHERE name = ?", [.text(draft)])
    }

    /// Says something of a draft beside its files.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - draft: The draft's name.
    /// - Throws: `StateError`.
    package func set(_ options: DraftOptions, of draft: String) throws(StateError) {
        try database.run(
            "INSERT OR REPLACE INTO drafts (name, firmware, off_air) VALUES (?, ?, ?)",
            [.text(draft), .optional(options.firmware), .integer(options.offAir ? 1 : 0)])
    }
}
