// A volume that fox-sync mounts for one run: looked at read-only, written only when there is need.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import SyncEngine

/// The mount of one run and what was noticed about the device before it.
struct OwnedVolume: Sendable {
    private let mount: OwnMount
    private let device: BlockDevice
    private let checker: FATCheck
    private let powersOff: Bool
    /// What was noticed, for the log.
    let remarks: [String]

    /// Mounts a device, and has its FAT checked where it says that it is dirty.
    ///
    /// - Parameters:
    ///   - found: A volume whose device nobody has mounted.
    ///   - device: That device.
    ///   - mounting: What the configuration says.
    ///   - context: Where backups go, and the environment for `fsck.fat`.
    /// - Throws: `SyncError`; with `EBUSY` while somebody else has it.
    init(
        _ found: FoundVolume, _ device: BlockDevice, _ mounting: Mounting, _ context: Context
    ) throws(SyncError) {
        self.device = device
        powersOff = mounting.powersOff
        checker = FATCheck(device: device, context: context)
        // While another program has it mounted, in whatever namespace, the flag only says so.
        let isDirty = FATCheck.claim(device) != nil && device.isDirtyFAT == true
        let first = try Self.mount(device)
        guard isDirty else {
            mount = first
            remarks = []
            return
        }
        do throws(SyncError) {
            // Somebody's ordinary stick is nobody's to check, let alone to repair.
            try Self.recognise(first, found)
        } catch {
            try? first.unmount()
            throw error
        }
        guard mounting.repairs else {
            mount = first
            remarks = [FATCheck.Occasion.dirty.words(checker.verdict)]
            return
        }
        try Self.unmount(first, device)
        remarks = try checker.repair(.dirty)
        mount = try Self.mount(device)
    }

    private init(repaired old: OwnedVolume, remarks: [String]) throws(SyncError) {
        device = old.device
        powersOff = old.powersOff
        checker = old.checker
        self.remarks = old.remarks + remarks
        mount = try Self.mount(device)
    }

    /// Unmounts, repairs, and mounts once more, after a file could not be read.
    ///
    /// - Returns: The volume to go on with; nil when nothing is wrong with its FAT.
    /// - Throws: `SyncError`; it is not mounted then.
    func repaired() throws(SyncError) -> OwnedVolume? {
        guard let verdict, verdict.isBroken else { return nil }
        try Self.unmount(mount, device)
        return try OwnedVolume(repaired: self, remarks: try checker.repair(.unreadable))
    }

    /// What `fsck.fat` says of it now, without writing; nil where it is not installed.
    var verdict: FATVerdict? { checker.verdict }

    /// The root folder, as a path in this process, until the release.
    var root: String { mount.root }

    /// The device node.
    var node: String { device.node }

    private static func mount(_ device: BlockDevice) throws(SyncError) -> OwnMount {
        do throws(Errno) { return try OwnMount(device) } catch {
            if error == .busy {
                throw SyncError(
                    .busy, .recognise, file: device.node,
                    "somebody else has just mounted it, or has it mounted out of sight",
                    errno: error)
            }
            throw SyncError(
                .unavailable, .recognise, file: device.node, "cannot be mounted: \(error)",
                errno: error)
        }
    }

    private static func unmount(_ mount: OwnMount, _ device: BlockDevice) throws(SyncError) {
        do throws(Errno) { try mount.unmount() } catch {
            throw SyncError(
                .host, .recognise, file: device.node, "cannot be unmounted: \(error)", errno: error)
        }
    }

    /// Looks whether it is a PicoFox; every handle is closed when this returns.
    private static func recognise(_ mount: OwnMount, _ found: FoundVolume) throws(SyncError) {
        let volume: PosixVolume
        do throws(VolumeError) {
            volume = try PosixVolume(path: mount.root, device: found.number)
        } catch { throw SyncError(error, .recognise) }
        _ = try Recogniser.recognise(volume)
    }

    /// Lets the volume be written.
    ///
    /// - Throws: `SyncError` with code `refused`.
    func makeWritable() throws(SyncError) {
        do { try mount.makeWritable() } catch {
            throw SyncError(
                .refused, .write, file: device.node,
                "cannot be mounted read-write: \(error)", errno: error)
        }
    }

    /// Unmounts, and switches the device off where that is wanted.
    ///
    /// - Parameter isOurs: Whether it is a fox: nothing else is switched off.
    /// - Returns: What went wrong, or nil: then pulling the plug is safe.
    func release(isOurs: Bool) -> String? {
        do throws(Errno) { try mount.unmount() } catch {
            return "unmounting \(device.node): \(error)"
        }
        guard powersOff, isOurs else { return nil }
        do throws(Errno) {
            let file = try FileDescriptor.open(
                "/sys/class/block/\(device.disk)/device/delete", flags: O_WRONLY)
            try writeBytes(file.rawValue, Array("1".utf8), at: 0)
            return nil
        } catch { return "switching \(device.disk) off: \(error)" }
    }
}
