// A volume that fox-sync mounts for one run: looked at read-only, written only when there is need.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import SyncEngine

/// The mount of one run and what was noticed about the device before it.
struct OwnedVolume: Sendable {
    private let mount: OwnMount
    private let device: BlockDevice
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
    /// - Throws: `SyncError`.
    init(
        _ found: FoundVolume, _ device: BlockDevice, _ mounting: Mounting, _ context: Context
    ) throws(SyncError) {
        self.device = device
        powersOff = mounting.powersOff
        // While another program has it mounted, in whatever namespace, the flag only says so.
        let isDirty = FATCheck.claim(device) != nil && device.isDirtyFAT == true
        let first = try Self.mount(device, at: found.path)
        guard isDirty else {
            mount = first
            remarks = []
            return
        }
        let checker = FATCheck(device: device, context: context)
        do throws(SyncError) {
            // Somebody's ordinary stick is nobody's to check, let alone to repair.
            try Self.recognise(found)
        } catch {
            try? first.unmount()
            throw error
        }
        guard mounting.repairs else {
            mount = first
            remarks = checker.remarks()
            return
        }
        do throws(Errno) { try first.unmount() } catch {
            throw SyncError(
                .host, .recognise, file: device.node, "cannot be unmounted: \(error)", errno: error)
        }
        remarks = try checker.repair()
        mount = try Self.mount(device, at: found.path)
    }

    private static func mount(
        _ device: BlockDevice, at path: String
    ) throws(SyncError) -> OwnMount {
        do throws(Errno) { return try OwnMount(device, at: path) } catch {
            throw SyncError(
                .unavailable, .recognise, file: device.node, "cannot be mounted: \(error)",
                errno: error)
        }
    }

    /// Looks whether it is a PicoFox; every handle is closed when this returns.
    private static func recognise(_ found: FoundVolume) throws(SyncError) {
        let volume: PosixVolume
        do throws(VolumeError) {
            volume = try PosixVolume(path: found.path, device: found.number)
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
