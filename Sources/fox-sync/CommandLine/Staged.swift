// What is there to be named on a command line: drafts, foxes and runs, for completion.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

/// Names that a person can type, read when they are asked for and never complained about.
struct Staged: Sendable {
    /// The surroundings of the command.
    let context: Context

    /// The drafts.
    func drafts() -> [Completion.Candidate] {
        ((try? context.drafts.names()) ?? []).map { .init($0, "draft") }
    }

    /// The foxes by their names and by their serial numbers.
    func devices() -> [Completion.Candidate] {
        let devices =
            read { (store) throws(StateError) in try store.devices() } ?? []
        return devices.flatMap { device in
            let draft = device.assignment.map { "draft \($0.draft)" } ?? "no draft"
            let named = device.name.map { Completion.Candidate($0, "\(device.id), \(draft)") }
            return [named, .init(device.id, device.name ?? draft)].compactMap { $0 }
        }
    }

    /// The newest runs.
    func runs() -> [Completion.Candidate] {
        let runs = read { (store) throws(StateError) in try store.runs(limit: 50) } ?? []
        return runs.map {
            .init($0.id, "\($0.started.local) \($0.result.rawValue) \($0.draft ?? "")")
        }
    }

    /// The firmware that a draft is for.
    func firmware(of draft: String) -> Firmware? {
        guard context.drafts.contains(draft) else { return nil }
        return read { (store) throws(StateError) in try store.options(of: draft) }
            .flatMap(\.firmware)
            .flatMap(Firmware.named)
    }

    /// Asks the database, where there is one: to complete a word makes no files.
    private func read<Result>(
        _ body: (StateStore) throws(StateError) -> Result
    ) -> Result? {
        guard (try? Folder.status(context.places.database)) != nil else { return nil }
        return try? context.reading(body)
    }
}
