// What dry runs at the same time promise: each sees the one free draft, and only one fox gets it.
internal import SyncEngine

/// The free drafts that dry runs of one command came to.
struct FreeDrafts {
    /// The devices that would take a draft, by the draft's name.
    private let takers: [String: [String]]
    private let names: [String: String]
    private var taken: Set<String> = []

    /// Looks at all runs of the command.
    ///
    /// - Parameters:
    ///   - reports: The dry runs; none for runs that wrote, which had a lock.
    ///   - names: The names of the devices, by identity.
    init(_ reports: [RunReport], _ names: [String: String]) {
        self.names = names
        takers = reports.filter(\.takesFreeDraft).reduce(into: [:]) { takers, report in
            guard let draft = report.run.draft, let device = report.run.device else { return }
            takers[draft, default: []].append(names[device] ?? device)
        }
    }

    /// What a run would come to after those before it.
    ///
    /// - Parameters:
    ///   - report: The run.
    ///   - volume: Where it was made.
    /// - Returns: The run as it is when it is the first to take its draft; otherwise one without draft.
    mutating func report(_ report: RunReport, of volume: FoundVolume) -> RunReport {
        guard report.takesFreeDraft, let draft = report.run.draft, let foxes = takers[draft],
            !taken.insert(draft).inserted
        else { return report }
        let device = names[volume.identity.id]?.shellWord ?? volume.identity.argument
        return report.withoutDraft(
            "no draft for this fox: '\(draft)' would go to one of"
                + " \(foxes.prefix(5).joined(separator: ", "))\(foxes.count > 5 ? ", …" : "")",
            next: ["fox-sync assign \(device) DRAFT"])
    }
}
