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

    /// Checks and mounts a device.
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
        remarks = try Self.examine(found, device, mounting, context)
        self.device = device
        powersOff = mounting.powersOff
        do { mount = try OwnMount(device, at: found.path) } catch {
            throw SyncError(
                .unavailable, .recognise, file: device.node, "cannot be mounted: \(error)",
                errno: error)
        }
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
    /// - Returns: What went wrong, or nil: then pulling the plug is safe.
    func release() -> String? {
        do { try mount.unmount() } catch { return "unmounting \(device.node): \(error)" }
        guard powersOff else { return nil }
        do throws(Errno) {
            let file = try FileDescriptor.open(
                "/sys/class/block/\(device.disk)/device/delete", flags: O_WRONLY)
            try writeBytes(file.rawValue, Array("1".utf8), at: 0)
            return nil
        } catch { return "switching \(device.disk) off: \(error)" }
    }

    /// Looks whether the FAT was left dirty, and has it checked or, where asked for, repaired.
    private static func examine(
        _ found: FoundVolume, _ device: BlockDevice, _ mounting: Mounting, _ context: Context
    ) throws(SyncError) -> [String] {
        guard device.isDirtyFAT == true else { return [] }
        let environment = ["PATH=\(context.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin")"]
        func check(_ option: String) -> (status: Int32, words: String)? {
            guard
                let run = try? Subprocess(
                    ["fsck.fat", option, device.node], environment: environment)
            else { return nil }
            let lines = run.output.split(separator: UInt8(ascii: "\n")).map(\.printable)
            return (run.status, lines.dropFirst().prefix(4).joined(separator: "; "))
        }
        guard let found = check("-n") else {
            return ["the FAT was left dirty (pulled while mounted); fsck.fat is not installed"]
        }
        let verdict = "the FAT was left dirty (pulled while mounted); fsck.fat: \(found.words)"
        guard mounting.repairs else { return [verdict] }
        let image = try backUpImage(of: device, context)
        guard let repaired = check("-a"), repaired.status <= 1 else {
            return [verdict, "fsck.fat could not repair it; the image before is \(image)"]
        }
        return [verdict, "fsck.fat repaired it; the image before is \(image)"]
    }

    /// Copies the whole volume to the host before anything repairs it.
    private static func backUpImage(
        of device: BlockDevice, _ context: Context
    ) throws(SyncError) -> String {
        let name = DeviceIdentity(serial: device.serial ?? device.name).fileName
        let folder = context.places.backups + "/images"
        let path = "\(folder)/\(name)-\(Timestamp.now.compact).img"
        do throws(Errno) {
            let bytes = try FileDescriptor.open(device.node, flags: O_RDONLY)
                .readAll(limit: SnapshotReader.byteLimit)
            try Folder.create(folder)
            try Folder.replaceFile(path, with: bytes)
            return path
        } catch {
            throw SyncError(
                .host, .backUp, file: device.node,
                "the image cannot be backed up, so nothing was repaired: \(error)", errno: error)
        }
    }
}
