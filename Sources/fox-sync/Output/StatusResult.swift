// The answer to `status`: devices with their availability, and drafts that no fox has yet.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// Foxes, drafts and the last sync of each.
struct StatusResult: CommandResult {
    /// One fox.
    struct Device: Encodable, Sendable {
        let device: String
        let name: String?
        let draft: String?
        let volume: String?
        let state: Availability.State
        let reason: String
        let since: String?
        let result: RunResult?
        let at: String?
        let next: [String]
        fileprivate let sinceLocal: String
        fileprivate let message: String

        private enum CodingKeys: CodingKey {
            case device, name, draft, volume, state, reason, since, result, at, next
        }

        init(
            _ record: DeviceRecord, volume: String?, _ availability: Availability,
            isTimed: Bool, last: RunRecord?
        ) {
            device = record.id
            name = record.name
            draft = record.assignment?.draft
            self.volume = volume
            state = availability.state
            reason = availability.reason
            since = isTimed ? availability.since.iso : nil
            sinceLocal = isTimed ? "since \(availability.since.local)" : ""
            result = last?.result
            at = last?.started.iso
            next = last?.next ?? []
            let outcome = last.map { "\($0.result.rawValue) \($0.started.local)" }
            message = outcome ?? "never synced"
        }
    }

    let devices: [Device]
    let unassigned: [String]
    let udev: Bool

    /// Looks at devices, mounts, log and drafts as they are now.
    ///
    /// - Parameter context: Where everything lives.
    /// - Throws: `CLIError`.
    init(_ context: Context) throws(CLIError) {
        let config = try context.config()
        let rules = config.rules
        let scan: VolumeScan?
        do throws(WatchError) { scan = try VolumeScan.current() } catch { scan = nil }
        let mounted = (scan?.volumes ?? []).filter { rules.verdict(on: $0).isCandidate }
            .compactMap { FoundVolume($0) }
        let places = Dictionary(grouping: mounted, by: \.identity.id).mapValues { $0[0].path }
        let plugged = Set(
            ((scan?.devices ?? []) + (scan?.unreadyDevices ?? [])).compactMap(\.serial))
        let (records, known, last) = try context.reading {
            (store) throws(StateError) -> (
                [DeviceRecord], [String: Availability], [String: RunRecord]
            ) in
            let records = try store.devices()
            var last: [String: RunRecord] = [:]
            for record in records {
                last[record.id] = try store.runs(RunQuery(limit: 1, device: record.id)).first
            }
            return (records, try store.availabilities(), last)
        }
        udev = scan?.udevIsRunning ?? false
        let isSure = udev
        let mountsItself = config.mounting.mode != .never
        devices = records.map { record in
            let volume = places[record.id] ?? Self.folder(of: record)
            let now = Self.availability(
                volume: volume, isPlugged: plugged.contains(record.id), isSure: isSure,
                mountsItself: mountsItself, noted: known[record.id])
            let noted = known[record.id].flatMap { $0.state == now.state ? $0 : nil }
            return Device(
                record, volume: volume, noted ?? now, isTimed: noted != nil,
                last: last[record.id])
        }
        let names: [String]
        do throws(SyncError) { names = try context.drafts.names() } catch {
            throw CLIError(error)
        }
        let taken = Set(records.compactMap { $0.assignment?.draft })
        unassigned = names.filter { !taken.contains($0) }
    }

    /// A folder that stands in for a fox, while it exists.
    private static func folder(of record: DeviceRecord) -> String? {
        guard record.id.hasPrefix("path:") else { return nil }
        let path = String(record.id.dropFirst("path:".count))
        return (try? Folder.status(path))?.kind == .directory ? path : nil
    }

    /// What can be said now, with what the agent last noted.
    private static func availability(
        volume: String?, isPlugged: Bool, isSure: Bool, mountsItself: Bool, noted: Availability?
    ) -> Availability {
        guard let volume else {
            // The agent mounts for a moment and out of sight; what it met then is what is known.
            if isPlugged, mountsItself, let noted, noted.state != .gone { return noted }
            if isPlugged { return Availability(.notMounted, "nobody has mounted it") }
            // Only udev can say that a device has gone; else it is just nowhere to be seen.
            return isSure
                ? Availability(.gone, "not plugged in")
                : Availability(.notMounted, "not seen among the mounts")
        }
        // What a run met lasts until the next event about it.
        if let noted, noted.state == .ioError { return noted }
        do throws(SyncError) {
            let root: PosixVolume
            do throws(VolumeError) { root = try PosixVolume(path: volume) } catch {
                throw SyncError(error, .recognise)
            }
            _ = try Recogniser.recognise(root)
            return (try? root.space())?.isReadOnly == true
                ? Availability(.readOnly, "mounted read-only") : Availability(.available)
        } catch {
            return error.errno == .io
                ? Availability(.ioError, error.description)
                : Availability(.noSettings, error.reason)
        }
    }

    func text(_ style: Style) -> String {
        var table = Table()
        for device in devices {
            let tint: Style.Tint =
                switch device.state {
                case .available: .good
                case .gone, .notMounted: .dim
                case .noSettings, .readOnly, .ioError: .bad
                }
            table.add(
                [
                    device.name ?? Array(device.device.utf8).printable, device.draft ?? "no draft",
                    device.state.rawValue, device.sinceLocal, device.message,
                    Array(device.reason.utf8).printable,
                ], tints: [.bold, nil, tint, .dim, device.result?.tint, .dim])
        }
        var lines = [table.isEmpty ? "no fox was ever seen" : table.text(style)]
        for device in devices { lines += RunView.next(device.next, style, indent: "") }
        if !unassigned.isEmpty {
            lines.append("drafts for no fox yet: \(unassigned.joined(separator: ", "))")
        }
        if !udev { lines.append("udev is not running: nobody can say what is plugged in") }
        return lines.joined(separator: "\n")
    }
}
