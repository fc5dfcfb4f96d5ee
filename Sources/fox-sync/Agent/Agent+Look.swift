// Looking at the volumes again after a hint, and starting what is new.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

extension Agent {
    /// Reads the state again and starts what is new.
    mutating func look(_ watcher: VolumeWatcher) {
        let scan: VolumeScan
        do { scan = try watcher.scan() } catch {
            log.say("cannot look at the volumes: \(error.description)", .error)
            return
        }
        var fresh: [WatchedVolume] = []
        for change in ledger.update(with: scan) {
            switch change {
            case .appeared(let volume): fresh.append(volume)
            case .changed(let old, let volume):
                if !handled.contains(.mount(volume.session)) {
                    fresh.append(volume)
                } else {
                    changed(old, volume)
                }
            case .vanished(let volume, let departure): vanished(volume, departure)
            }
        }
        if looksAgain {
            // By other rules, what was passed over may be a candidate.
            looksAgain = false
            fresh += ledger.volumes.filter { volume in
                !handled.contains(.mount(volume.session)) && !fresh.contains(volume)
            }
        }
        noteDepartures(scan)
        let mounted = ledger.volumes.filter { rules.verdict(on: $0).isCandidate }
        let alone = unmounted(in: scan)
        let (_, ambiguous) = FoundVolume.tellApart(
            mounted.compactMap { FoundVolume($0) } + alone.compactMap(\.1))
        for volume in fresh { take(volume, ambiguous) }
        for (device, found) in alone { take(device, found, ambiguous) }
        // For all others, only an edit or a command changes what they get.
        if foxes.contains(where: { $0.value.key == nil }) { check() }
    }

    var rules: CandidateRules { config.rules }

    /// A mount that was changed in place.
    private mutating func changed(_ old: WatchedVolume, _ volume: WatchedVolume) {
        Self.noteAccess(old, volume, context)
        let session = AgentSession.mount(volume.session)
        // It may have been moved to another place.
        if let found = FoundVolume(volume) { foxes[session]?.found = found }
        // What could not be written may be so now: what it gets is asked once more.
        if old.mount.isReadOnly, !volume.mount.isReadOnly { foxes[session]?.key = nil }
    }

    private mutating func vanished(_ volume: WatchedVolume, _ departure: VolumeChange.Departure) {
        let session = AgentSession.mount(volume.session)
        handled.remove(session)
        let (wasFox, isFinished) = (
            foxes.removeValue(forKey: session) != nil, finished.remove(session) != nil
        )
        // When its owner unmounts a fox that was looked into, it is on its way out: fox-sync does not
        // mount it again. Any other waits for its sync still.
        if wasFox, !isFinished, departure == .unmounted, let device = volume.device {
            handled.remove(AgentSession(device))
        }
        log.say(
            "\(name(volume)): \(departure.rawValue)",
            rules.verdict(on: volume).isCandidate ? .info : .debug)
        guard let found = FoundVolume(volume), departure != .deviceGone else { return }
        Self.note(Availability(.notMounted, departure.rawValue), of: found.identity.id, context)
    }

    /// What follows the end of a run.
    mutating func take(_ ending: Ending, of session: AgentSession) {
        finished.remove(session)
        if case .contended = ending {} else { contended[session] = nil }
        switch ending {
        case .fox:
            if foxes[session] != nil { finished.insert(session) }
        case .stranger: foxes[session] = nil
        case .failed: break
        case .contended:
            // A mount in sight has taken its place already, or will: the table tells of it.
            guard let fox = foxes.removeValue(forKey: session) else { break }
            let tries = contended[session, default: 0]
            contended[session] = tries + 1
            handled.remove(session)
            if tries == 0 {
                let place = Array(fox.found.path.utf8).printable
                log.say("\(place): somebody else has just mounted it; it is tried again")
            }
            // No event tells of a mount in another namespace.
            wakeOnce(after: min(Mounting.patience << min(tries, 6), 300))
        }
    }

    /// A mounted volume that is new.
    private mutating func take(_ volume: WatchedVolume, _ ambiguous: [FoundVolume]) {
        let verdict = rules.verdict(on: volume)
        log.say(
            "\(name(volume)): \(verdict.isCandidate ? "candidate" : "ignored"),"
                + " rule \(verdict.rule.rawValue): \(verdict.reason)", .debug)
        guard verdict.isCandidate else { return }
        let session = AgentSession.mount(volume.session)
        handled.insert(session)
        if let device = volume.device {
            handled.insert(AgentSession(device))
            foxes[AgentSession(device)] = nil
            contended[AgentSession(device)] = nil
        }
        take(FoundVolume(volume), name(volume), session, ambiguous)
    }

    /// A device that nobody has mounted, when it is fox-sync's turn to do so.
    private mutating func take(
        _ device: BlockDevice, _ found: FoundVolume?, _ ambiguous: [FoundVolume]
    ) {
        let session = AgentSession(device)
        if handled.contains(session) { return }
        if config.mounting.mode == .auto {
            guard let since = waiting[session] else {
                waiting[session] = .now
                wakeOnce(after: Mounting.patience)
                return
            }
            let waited = Timestamp.now.milliseconds - since.milliseconds
            // The clock may have been set; the one timer that runs says that it is time.
            if (0..<(Mounting.patience * 1000 - 50)).contains(waited) { return }
        }
        waiting[session] = nil
        handled.insert(session)
        take(found, device.node, session, ambiguous)
    }

    private mutating func take(
        _ found: FoundVolume?, _ place: String, _ session: AgentSession,
        _ ambiguous: [FoundVolume]
    ) {
        guard let found else {
            teller.refuse(
                place,
                "its device has no serial number, so it is not written; name it:"
                    + " fox-sync sync --volume DIR", device: nil, isFailure: false)
            return
        }
        if ambiguous.contains(found) {
            teller.refuse(
                place,
                "another volume has the identity \(Array(found.identity.id.utf8).printable), so"
                    + " neither is written; plug them in one at a time", device: found.identity.id,
                isFailure: false)
            return
        }
        foxes[session] = Fox(found: found)
    }

    /// Candidates that nobody has mounted, where mounting is fox-sync's affair.
    private mutating func unmounted(in scan: VolumeScan) -> [(BlockDevice, FoundVolume?)] {
        guard config.mounting.mode != .never else { return [] }
        let there = scan.unmountedDevices.filter { rules.verdict(on: $0).isCandidate }
        // A device that is mounted by somebody, or by a run, keeps its place until it has gone.
        let alive = Set((scan.devices + scan.unreadyDevices).map { AgentSession($0) })
        handled = handled.filter { session in
            guard case .device = session else { return true }
            return alive.contains(session)
        }
        waiting = waiting.filter { alive.contains($0.key) }
        contended = contended.filter { alive.contains($0.key) }
        foxes = foxes.filter { session, _ in
            guard case .device = session else { return true }
            return alive.contains(session)
        }
        return there.map { ($0, FoundVolume(unmounted: $0)) }
    }

    /// One more look after some seconds, and then none: nothing ticks while nothing waits.
    private func wakeOnce(after seconds: Int) {
        let inbox = inbox
        Alarm.set(seconds: seconds) { inbox.put(.hint) }
    }

    private func name(_ volume: WatchedVolume) -> String {
        Array(volume.mount.target.utf8).printable
    }
}
