// `status`: what is plugged in, what waits for a decision, and what was synced last.
internal import MountWatch
internal import SyncEngine

extension Command {
    static let status = Command("status", "foxes, drafts and the last sync of each") {
        (context, _) throws(CLIError) in
        let rules = try context.config().rules
        let scan: VolumeScan?
        do throws(WatchError) { scan = try VolumeScan.current() } catch { scan = nil }
        let present = (scan?.volumes ?? []).filter { rules.verdict(on: $0).isCandidate }
            .compactMap { FoundVolume($0) }
        let places = Dictionary(grouping: present, by: \.identity.id)
        let (devices, runs) = try context.state {
            (store) throws(StateError) -> ([DeviceRecord], [String: RunRecord]) in
            let devices = try store.devices()
            var last: [String: RunRecord] = [:]
            for device in devices {
                last[device.id] = try store.runs(limit: 1, device: device.id).first
            }
            return (devices, last)
        }
        let names: [String]
        do throws(SyncError) { names = try context.drafts.names() } catch { throw CLIError(error) }
        let taken = Set(devices.compactMap { $0.assignment?.draft })
        return StatusResult(
            devices: devices.map { device in
                StatusResult.Device(
                    device: device.id, name: device.name, draft: device.assignment?.draft,
                    volume: places[device.id]?.first?.path, last: runs[device.id])
            },
            unassigned: names.filter { !taken.contains($0) })
    }
}

private struct StatusResult: CommandResult {
    struct Device: Encodable, Sendable {
        let device: String
        let name: String?
        let draft: String?
        let volume: String?
        let available: Bool
        let result: RunResult?
        let at: String?
        let next: [String]
        private let message: String
        private let when: String

        private enum CodingKeys: CodingKey {
            case device, name, draft, volume, available, result, at, next
        }

        init(
            device: String, name: String?, draft: String?, volume: String?, last: RunRecord?
        ) {
            self.device = device
            self.name = name
            self.draft = draft
            self.volume = volume
            available = volume != nil
            result = last?.result
            at = last?.started.iso
            next = last?.next ?? []
            message = last?.message ?? ""
            when = last?.started.local ?? "never"
        }

        var row: [String] {
            [
                name ?? Array(device.utf8).printable, draft ?? "no draft",
                volume.map { "at \($0)" } ?? "not mounted", result?.rawValue ?? "never synced",
                when,
                result == .pushed || result == .upToDate ? "" : message,
            ]
        }
    }

    let devices: [Device]
    let unassigned: [String]

    func text(_ style: Style) -> String {
        var table = Table()
        for device in devices {
            table.add(
                device.row,
                tints: [
                    .bold, nil, device.available ? .good : .dim, device.result?.tint ?? .dim, .dim,
                ])
        }
        var lines = [table.isEmpty ? "no fox was ever seen" : table.text(style)]
        for device in devices {
            lines += RunView.next(device.next, style, indent: "")
        }
        if !unassigned.isEmpty {
            lines.append("drafts for no fox yet: \(unassigned.joined(separator: ", "))")
        }
        return lines.joined(separator: "\n")
    }
}
