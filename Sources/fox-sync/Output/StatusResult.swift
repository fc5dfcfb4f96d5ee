// The answer to `status`: devices with their availability, what waits, and drafts on no fox.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// Foxes, drafts and the last sync of each.
struct StatusResult: CommandResult {
    /// The foxes, those with names first, by name.
    let devices: [StatusDevice]
    /// Drafts that are assigned to no fox.
    let unassigned: [String]
    /// Drafts that were never verified on a fox.
    let unsynced: [String]
    /// Whether udev runs, so that somebody can say what is plugged in.
    let udev: Bool

    private enum CodingKeys: CodingKey { case devices, unassigned, unsynced, udev }

    /// Looks at devices, mounts, log and drafts as they are now.
    ///
    /// - Parameters:
    ///   - context: Where everything lives.
    ///   - store: The state.
    /// - Throws: `CLIError`.
    init(_ context: Context, _ store: StateStore) throws(CLIError) {
        let config = try context.config()
        let rules = config.rules
        let scan: VolumeScan?
        do throws(WatchError) { scan = try VolumeScan.current() } catch { scan = nil }
        let mounted = (scan?.volumes ?? []).filter { rules.verdict(on: $0).isCandidate }
            .compactMap { FoundVolume($0) }
        let places = Dictionary(grouping: mounted, by: \.identity.id).mapValues { $0[0].path }
        let plugged = Set(
            ((scan?.devices ?? []) + (scan?.unreadyDevices ?? [])).compactMap(\.serial))
        let isSure = scan?.udevIsRunning ?? false
        let names: [String]
        do throws(SyncError) { names = try context.drafts.names() } catch {
            throw CLIError(error)
        }
        do throws(StateError) {
            let (records, known) = (try store.devices(), try store.availabilities())
            var onFoxes: Set<String> = []
            var devices: [StatusDevice] = []
            for record in records {
                if let base = try store.base(of: record.id) { onFoxes.insert(base.draft) }
                var query = RunQuery(limit: 1, device: record.id)
                let last = try store.runs(query).first
                query.results = RunResult.proven
                let proven = try store.runs(query).first
                let volume = places[record.id] ?? Self.folder(of: record)
                let now = StatusDevice.availability(
                    volume: volume, isPlugged: plugged.contains(record.id), isSure: isSure,
                    mountsItself: config.mounting.mode != .never, noted: known[record.id])
                devices.append(
                    StatusDevice(
                        record, volume: volume, now,
                        noted: known[record.id].flatMap { $0.state == now.state ? $0 : nil },
                        last: last, proven: proven))
            }
            self.devices = devices
            let taken = Set(records.compactMap { $0.assignment?.draft })
            unassigned = names.filter { !taken.contains($0) }
            unsynced = names.filter { !onFoxes.contains($0) }
            udev = isSure
        } catch { throw CLIError(error) }
    }

    /// A folder that stands in for a fox, while it exists.
    private static func folder(of record: DeviceRecord) -> String? {
        guard record.id.hasPrefix("path:") else { return nil }
        let path = String(record.id.dropFirst("path:".count))
        return (try? Folder.status(path))?.kind == .directory ? path : nil
    }

    func text(_ style: Style) -> String {
        if devices.isEmpty {
            return (["no fox was ever seen"] + notes(style)).joined(separator: "\n")
        }
        var table = Table()
        for device in devices { table.add(device.cells, tints: device.tints) }
        var lines = [table.text(style)]
        let waiting = devices.filter { !$0.next.isEmpty }
        if !waiting.isEmpty {
            lines += ["", style.paint("waits for a decision", .warn)]
            for device in waiting {
                lines.append("  \(style.paint(device.title, .bold)): \(device.waitsFor)")
                lines += RunView.next(device.next, style, indent: "    ")
            }
        }
        return (lines + notes(style)).joined(separator: "\n")
    }

    private func notes(_ style: Style) -> [String] {
        var lines: [String] = []
        if !unsynced.isEmpty {
            lines.append("drafts not yet on any fox: \(unsynced.joined(separator: ", "))")
        }
        if !udev { lines.append("udev is not running: nobody can say what is plugged in") }
        return lines.isEmpty || devices.isEmpty ? lines : [""] + lines
    }
}
