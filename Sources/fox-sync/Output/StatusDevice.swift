// One fox in the answer to `status`.
internal import FoxSystem
internal import SyncEngine

/// A fox: whether it can be synced now, and what was last done with it.
struct StatusDevice: Encodable, Sendable {
    let device: String
    let name: String?
    let draft: String?
    let volume: String?
    let state: Availability.State
    let reason: String
    let since: String?
    let result: RunResult?
    let at: String?
    let verified: String?
    let method: ReadMethod?
    let message: String?
    let next: [String]
    private let sinceLocal: String?
    private let atLocal: String?
    private let verifiedLocal: String?

    private enum CodingKeys: CodingKey {
        case device, name, draft, volume, state, reason, since, result, at, verified, method
        case message, next
    }

    /// Puts together what is known of a fox.
    ///
    /// - Parameters:
    ///   - record: The device.
    ///   - volume: Where it is mounted.
    ///   - now: What can be said of it now.
    ///   - noted: What the agent noted, when that still holds.
    ///   - last: Its last run.
    ///   - proven: Its last run that proved what is on it.
    init(
        _ record: DeviceRecord, volume: String?, _ now: Availability, noted: Availability?,
        last: RunRecord?, proven: RunRecord?
    ) {
        device = record.id
        name = record.name
        draft = record.assignment?.draft
        self.volume = volume
        state = now.state
        // The agent notes the result of a run as the reason: the result is told anyway.
        let reason = (noted ?? now).reason
        self.reason = RunResult(rawValue: reason) == nil ? reason : ""
        since = noted?.since.iso
        sinceLocal = noted?.since.localMinute
        result = last?.result
        at = last?.started.iso
        atLocal = last?.started.localMinute
        verified = proven?.started.iso
        verifiedLocal = proven?.started.localMinute
        method = proven?.method
        message = last?.message
        next = last?.next ?? []
    }

    /// What can be said now, with what the agent last noted.
    static func availability(
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

    /// Its name, or its identity, safe to print.
    var title: String { Array((name ?? device).utf8).printable }

    /// Why it waits, safe to print.
    var waitsFor: String { Array((message ?? "").utf8).printable }

    /// The row of a table.
    var cells: [String] {
        let outcome: String =
            switch (result, verifiedLocal) {
            case (nil, _): "never synced"
            case (let result?, let time?) where at == verified:
                "\(result.rawValue) \(time)" + (method.map { ", \($0.words)" } ?? "")
            case (let result?, let time):
                "\(result.rawValue) \(atLocal ?? ""), last verified \(time ?? "never")"
            }
        return [
            title, draft.map { Array($0.utf8).printable } ?? "no draft", state.rawValue,
            sinceLocal.map { "since \($0)" } ?? "", outcome, Array(reason.utf8).printable,
        ]
    }

    /// The colours of the row.
    var tints: [Style.Tint?] {
        let tint: Style.Tint =
            switch state {
            case .available: .good
            case .gone, .notMounted: .dim
            case .noSettings, .readOnly, .ioError: .bad
            }
        return [.bold, nil, tint, .dim, result?.tint, .dim]
    }
}
