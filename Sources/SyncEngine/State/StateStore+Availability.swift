// The availability of devices, written by the agent at events and read by `status`.

extension StateStore {
    /// The last known availability of every known device.
    ///
    /// - Returns: By the device's identity; a device that no event was about is missing.
    /// - Throws: `StateError`.
    package func availabilities() throws(StateError) -> [String: Availability] {
        try database.rows("SELECT device, state, reason, since FROM availability") { row in
            (
                row.text(0) ?? "",
                Availability(
                    row.text(1).flatMap(Availability.State.init) ?? .gone, row.text(2) ?? "",
                    since: Timestamp(milliseconds: row.integer(3) ?? 0))
            )
        }.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// Notes the availability of a device that is known; drafts and bases are never touched by it.
    ///
    /// - Parameters:
    ///   - availability: The availability.
    ///   - device: The device's identity; one that was never synced is not noted.
    /// - Throws: `StateError`.
    package func note(
        _ availability: Availability, of device: String
    ) throws(StateError) {
        // The same state keeps its time: it is told since when it holds.
        try database.run(
            """
            INSERT INTO availability (device, state, reason, since)
            SELECT id, ?, ?, ? FROM devices WHERE id = ?
            ON CONFLICT (device) DO UPDATE SET reason = excluded.reason,
            since = iif(state = excluded.state, since, excluded.since), state = excluded.state
            """,
            [
                .text(availability.state.rawValue), .text(availability.reason),
                .integer(availability.since.milliseconds), .text(device),
            ])
    }
}
