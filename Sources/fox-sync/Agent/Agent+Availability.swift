// Keeping `status` informed: the availability of known devices, changed by events only.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

extension Agent {
    /// Notes which devices udev no longer knows.
    mutating func noteDepartures(_ scan: VolumeScan) {
        // Without udev nobody has said that anything has gone.
        guard scan.udevIsRunning else { return }
        let serials = Set((scan.devices + scan.unreadyDevices).compactMap(\.serial))
        if let present {
            for device in present.subtracting(serials) {
                Self.note(Availability(.gone, "unplugged"), of: device, context)
            }
        } else {
            let known =
                (try? context.state { (store) throws(StateError) in
                    try store.availabilities()
                }) ?? [:]
            for (device, last) in known
            where last.state != .gone && !serials.contains(device) && !device.hasPrefix("path:") {
                Self.note(Availability(.gone, "unplugged while no agent ran"), of: device, context)
            }
        }
        present = serials
    }

    /// What a run's end says of the device.
    static func availability(
        _ result: Result<RunReport, SyncError>, of found: FoundVolume
    ) -> Availability? {
        switch result {
        case .success(let report):
            // Whether it has gone is for udev to say.
            if report.isLost { return nil }
            if report.run.result == .damaged, report.error?.errno == nil {
                return Availability(.noSettings, report.error?.reason ?? report.run.message)
            }
            switch report.error?.errno {
            case .io?: return Availability(.ioError, report.run.message)
            case .readOnly?: return Availability(.readOnly, report.run.message)
            default:
                return isReadOnly(found)
                    ? Availability(.readOnly, "mounted read-only")
                    : Availability(.available, report.run.result.rawValue)
            }
        case .failure(let error):
            // The mount that is in the way tells.
            if error.errno == .busy { return nil }
            if error.errno == .io { return Availability(.ioError, error.description) }
            if error.step == .recognise { return Availability(.noSettings, error.reason) }
            return nil
        }
    }

    /// Whether somebody has mounted it read-only; fox-sync's own mount is so until it writes.
    private static func isReadOnly(_ found: FoundVolume) -> Bool {
        guard found.unmounted == nil else { return false }
        do throws(VolumeError) {
            return try PosixVolume(path: found.path, device: found.number).space().isReadOnly
        } catch { return false }
    }

    /// A mount that was changed in place: the kernel turns one read-only when its FAT is in disorder.
    static func noteAccess(_ old: WatchedVolume, _ new: WatchedVolume, _ context: Context) {
        let (was, isNow) = (old.mount.isReadOnly, new.mount.isReadOnly)
        guard was != isNow, let found = FoundVolume(new) else { return }
        note(
            isNow
                ? Availability(.readOnly, "the mount has turned read-only")
                : Availability(.available, "mounted read-write again"), of: found.identity.id,
            context)
    }

    /// Writes it down; a database that cannot be written has been complained about elsewhere.
    static func note(_ availability: Availability?, of device: String, _ context: Context) {
        guard let availability else { return }
        try? context.state { (store) throws(StateError) in
            try store.note(availability, of: device)
        }
    }
}
