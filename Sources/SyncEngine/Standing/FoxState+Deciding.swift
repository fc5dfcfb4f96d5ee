// How the state of a fox follows from what is known of it: a pure function of plain values.
package import PicoFox

extension FoxState {
    /// The draft that is meant for a fox, as it is now.
    package enum Target: Equatable, Sendable {
        /// None, for this reason; whether there is any draft at all.
        case none(String, isAny: Bool)
        /// One that cannot be read, for this reason.
        case unreadable(String, reason: String)
        /// One with what a check finds in it.
        case draft(FrozenDraft, findings: [Finding])
    }

    /// What is known of a fox.
    package struct Known: Equatable, Sendable {
        /// The fox.
        package let device: DeviceRecord
        /// What was last verified on it.
        package var base: Base?
        /// The draft that is meant for it.
        package var target: Target
        /// The newest run on this computer that tells something of it.
        package var last: RunRecord?
        /// The newest run that began to write, and was neither finished nor followed by a good one.
        package var unfinished: RunRecord?
        /// Whether it can be synced now.
        package var availability: Availability?

        /// Puts together what is known.
        package init(device: DeviceRecord, target: Target) {
            self.device = device
            self.target = target
        }

        /// The fox as a word for the commands that go on.
        fileprivate var word: String { device.title.shellWord }

        /// The command that syncs it.
        fileprivate var sync: String {
            device.id.hasPrefix("path:")
                ? "fox-sync sync --volume \(String(device.id.dropFirst(5)).shellWord)"
                : "fox-sync sync"
        }
    }

    /// Says what is to do about a fox.
    ///
    /// - Parameter known: What is known of it.
    /// - Returns: The state.
    package static func of(_ known: Known) -> FoxState {
        damage(known) ?? decision(known) ?? byDraft(known)
    }

    /// What it has cannot be read.
    private static func damage(_ known: Known) -> FoxState? {
        if let last = known.last, last.result == .damaged {
            return FoxState(.damaged, last.message, next: last.next)
        }
        switch known.availability?.state {
        case .noSettings:
            return FoxState(.damaged, known.availability?.reason ?? "", next: [known.sync])
        case .ioError:
            // What a run met while it wrote is that run's to tell.
            if let last = known.last, !RunResult.proven.contains(last.result) { return nil }
            return FoxState(.damaged, known.availability?.reason ?? "", next: [known.sync])
        default: return nil
        }
    }

    /// Somebody has to decide, and nobody has since.
    private static func decision(_ known: Known) -> FoxState? {
        guard let last = known.last, last.result == .held else { return nil }
        switch last.hold {
        // Held by somebody who wrote to the draft: that is over by itself.
        case nil where last.next.isEmpty: return nil
        case .firstContact, .deviceReset:
            if known.device.assignment?.byHand == true { return nil }
        case .otherFirmware:
            if case .draft(let draft, _) = known.target, draft.firmware.id != last.firmware {
                return nil
            }
        case .deviceEdited, .conflict, .obstacle, nil: break
        }
        return FoxState(.needsDecision, last.message, next: last.next)
    }

    /// What its draft, as it is now, asks for.
    private static func byDraft(_ known: Known) -> FoxState {
        switch known.target {
        case .none(let reason, let isAny):
            return FoxState(
                .unknown, reason,
                next: [isAny ? "fox-sync assign \(known.word) DRAFT" : "fox-sync draft new NAME"])
        case .unreadable(let name, let reason):
            return FoxState(.unknown, reason, next: ["fox-sync draft check \(name.shellWord)"])
        case .draft(let draft, let findings):
            if let invalid = invalid(draft, findings) { return invalid }
            if let run = known.unfinished { return unfinished(run, known) }
            let name = Array(draft.name.utf8).printable
            guard let base = known.base else {
                let failure = failure(known)
                return FoxState(
                    .unknown,
                    "nothing was synced to it yet; it gets '\(name)'"
                        + (failure.map { ": \($0.message)" } ?? ""),
                    next: failure?.next ?? [known.sync])
            }
            let changes = draft.changes(since: base).map(\.draftWords)
            if changes.isEmpty {
                return draft.effective.onAir
                    ? FoxState(.ready, "it has '\(name)'")
                    : FoxState(.offAir, "it has '\(name)': \(FrozenDraft.offAirAsAsked)")
            }
            let other =
                base.draft == draft.name
                ? "'\(name)' has changed since"
                : base.draft.isEmpty
                    ? "it has a backup, and not '\(name)'"
                    : "it has '\(Array(base.draft.utf8).printable)', and not '\(name)'"
            let failure = failure(known)
            return FoxState(
                .behind,
                "\(other): \(changes.joined(separator: ", "))"
                    + (failure.map { "; \($0.message)" } ?? ""),
                next: failure?.next ?? [known.sync])
        }
    }

    /// A draft that does not go onto any fox.
    private static func invalid(_ draft: FrozenDraft, _ findings: [Finding]) -> FoxState? {
        let errors = findings.filter { $0.severity == .error }
        guard draft.settings == nil || !errors.isEmpty else { return nil }
        let name = Array(draft.name.utf8).printable
        let why = errors.first?.message ?? "it has no settings.txt"
        return FoxState(
            .offAir,
            "'\(name)' is not valid for \(draft.firmware.id), and the fox keeps what it has: \(why)",
            next: ["fox-sync draft check \(draft.name.shellWord)"])
    }

    private static func unfinished(_ run: RunRecord, _ known: Known) -> FoxState {
        let reason =
            run.result == .running
            ? "a sync is under way, or was cut" : run.message
        return FoxState(.unknown, reason, next: run.next.isEmpty ? [known.sync] : run.next)
    }

    /// How the last run failed, when it did and wrote nothing, and the commands that lead on.
    ///
    /// What was wrong with a volume says nothing of a fox that is not there any more.
    private static func failure(_ known: Known) -> (message: String, next: [String])? {
        guard let last = known.last, last.result == .failed || last.result == .interrupted else {
            return nil
        }
        switch known.availability?.state {
        case .gone, .notMounted: return nil
        default: return (last.message, last.next.isEmpty ? [known.sync] : last.next)
        }
    }
}
