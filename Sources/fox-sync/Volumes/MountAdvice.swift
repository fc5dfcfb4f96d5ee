// Why a volume takes no writes or fails reads, and the command that mends it.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// Looks at the mount behind a failure.
enum MountAdvice {
    /// Says what to do about a failure on a volume that somebody else has mounted.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - found: The volume.
    /// - Returns: The advice; nil where the mount tells nothing.
    static func make(for error: SyncError, on found: FoundVolume) -> FailureAdvice? {
        guard [.io, .readOnly].contains(error.errno), let scan = try? VolumeScan.current(),
            let volume = scan.volumes.first(where: { $0.mount.number == found.number })
        else { return nil }
        return make(for: error, on: volume)
    }

    /// The same, of a mount as the table has it.
    static func make(for error: SyncError, on volume: WatchedVolume) -> FailureAdvice? {
        let (mount, target) = (volume.mount, volume.mount.target.shellWord)
        if let device = volume.device, mount.fileSystem == "vfat",
            mount.hasTurnedReadOnly || error.errno == .io
        {
            let node = device.node.shellWord
            return FailureAdvice(
                cause: mount.hasTurnedReadOnly
                    ? "the FAT is damaged: the kernel has made the mount read-only; unmount it,"
                        + " look with fsck.fat -n, and repair it with fsck.fat -a \(node)"
                    : "the FAT or the flash is damaged, unless the plug was loose; unmount it, and"
                        + " fsck.fat -n tells",
                next: "sudo umount \(target) && sudo fsck.fat -n \(node)")
        }
        guard error.errno == .readOnly, mount.isReadOnly else { return nil }
        if volume.device?.isReadOnly == true { return nil }
        return FailureAdvice(
            cause: "mounted read-write, it is synced",
            next: "sudo mount -o remount,rw \(target)")
    }

    /// Says what to do about a failure on a volume that fox-sync has mounted itself.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - owned: The volume, still mounted.
    ///   - mounting: Whether it is repaired.
    /// - Returns: The advice; nil where nothing is wrong with the FAT.
    static func make(
        for error: SyncError, on owned: OwnedVolume, _ mounting: Mounting
    ) -> FailureAdvice? {
        guard [.io, .readOnly].contains(error.errno), let verdict = owned.verdict,
            verdict.isBroken
        else { return nil }
        return FailureAdvice(
            cause: "the FAT is damaged: \(verdict.words); "
                + (mounting.repairs
                    ? "fox-sync repairs it now, after a backup of the whole volume"
                    : "'repair = yes' under [mount] has fox-sync repair it, after a backup of the"
                        + " whole volume"),
            next: "sudo fsck.fat -n \(owned.node.shellWord)")
    }
}
