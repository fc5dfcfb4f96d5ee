// The answer to `status`: foxes with what is to do about each, and drafts on no fox.
internal import FoxSystem
internal import SyncEngine

/// Foxes, drafts and the last sync of each.
struct StatusResult: CommandResult {
    /// The foxes: what waits for a person first, then those with names, by name.
    let devices: [StatusDevice]
    /// Drafts that are assigned to no fox.
    let unassigned: [String]
    /// Drafts that are on no fox as they are now.
    let unsynced: [String]
    /// Whether udev runs, so that somebody can say what is plugged in.
    let udev: Bool
    /// Whether only foxes in some states were asked for.
    private let isFiltered: Bool

    private enum CodingKeys: CodingKey { case devices, unassigned, unsynced, udev }

    /// Looks at devices, mounts, log and drafts as they are now.
    ///
    /// - Parameters:
    ///   - context: Where everything lives.
    ///   - store: The state.
    ///   - kinds: Only foxes in these states; none for all of them.
    /// - Throws: `CLIError`.
    init(
        _ context: Context, _ store: StateStore, only kinds: [FoxState.Kind] = []
    ) throws(CLIError) {
        let board = try FoxBoard(context, store, try context.config())
        devices = board.foxes.map(StatusDevice.init).filter {
            kinds.isEmpty || kinds.contains($0.state)
        }
        let taken = Set(board.foxes.compactMap { $0.record.assignment?.draft })
        unassigned = board.drafts.filter { !taken.contains($0) }
        unsynced = board.unsynced
        udev = board.udev
        isFiltered = !kinds.isEmpty
    }

    /// That somebody has to do something is no failure, and scripts want to know.
    var exit: ExitCode { devices.contains { $0.state.isWaiting } ? .held : .done }

    func text(_ style: Style) -> String {
        if devices.isEmpty {
            if isFiltered { return "no fox is like that" }
            return (["no fox was ever seen"] + notes(style)).joined(separator: "\n")
        }
        var table = Table()
        for device in devices { table.add(device.cells, tints: device.tints) }
        var lines = [table.text(style)]
        for kind in FoxState.Kind.allCases where kind != .ready {
            let some = devices.filter { $0.state == kind }
            if some.isEmpty { continue }
            lines += ["", style.paint(kind.words, kind.tint)]
            // One command for all of them is said once.
            let isShared = Set(some.map(\.next)).count == 1
            for device in some {
                lines.append("  \(style.paint(device.title, .bold)): \(device.todo.shownReason)")
                if !isShared { lines += RunView.next(device.next, style, indent: "    ") }
            }
            if isShared { lines += RunView.next(some[0].next, style, indent: "    ") }
        }
        if isFiltered { return lines.joined(separator: "\n") }
        if devices.count > 1 { lines += ["", devices.map(\.todo).summary] }
        return (lines + notes(style)).joined(separator: "\n")
    }

    private func notes(_ style: Style) -> [String] {
        var lines: [String] = []
        // Of the others, the row of their fox says it.
        let drafts = unsynced.filter(unassigned.contains)
        if !drafts.isEmpty {
            lines.append(
                "drafts on no fox as they are now: "
                    + drafts.map { Array($0.utf8).printable }.joined(separator: ", "))
        }
        if !udev { lines.append("udev is not running: nobody can say what is plugged in") }
        return lines.isEmpty || devices.isEmpty ? lines : [""] + lines
    }
}
