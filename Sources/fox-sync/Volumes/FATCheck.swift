// What fsck.fat says of a FAT, and its repair after a backup of the whole.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import SyncEngine

/// Has `fsck.fat` look at the FAT of a device that is not mounted read-write.
struct FATCheck: Sendable {
    let device: BlockDevice
    let context: Context

    /// Keeps everybody from mounting a device.
    ///
    /// - Parameter device: The device.
    /// - Returns: The claim, which ends with its last reference; nil while it is mounted anywhere,
    ///   in another mount namespace too. C: `open`, `O_EXCL` on a block device
    static func claim(_ device: BlockDevice) -> Claim? {
        do throws(Errno) {
            return Claim(
                file: try FileDescriptor.open(device.node, flags: O_RDONLY | O_EXCL | O_NONBLOCK))
        } catch { return nil }
    }

    /// An exclusive hold on a device.
    final class Claim: Sendable {
        private let file: FileDescriptor
        fileprivate init(file: consuming FileDescriptor) { self.file = file }
    }

    /// Checks without writing anything.
    ///
    /// - Returns: What was found; nil where `fsck.fat` is not installed.
    var verdict: FATVerdict? { run("-n").map { FATVerdict($0.output) } }

    /// Checks, backs up the whole volume, and repairs; to be called while nobody has it mounted.
    ///
    /// - Parameter occasion: Why it is looked at, for the log.
    /// - Returns: What to say in the log.
    /// - Throws: `SyncError` when the volume cannot be backed up; nothing was repaired then.
    func repair(_ occasion: Occasion) throws(SyncError) -> [String] {
        guard let claim = Self.claim(device) else {
            return [
                occasion.words(verdict), "somebody else has mounted it, so it was not repaired",
            ]
        }
        defer { withExtendedLifetime(claim) {} }
        guard let found = run("-n") else { return [occasion.words(nil)] }
        let image = try backUpImage(found.output)
        let words = occasion.words(FATVerdict(found.output))
        guard let repaired = run("-a"), repaired.status <= 1 else {
            return [words, "fsck.fat could not repair it; the image before is \(image)"]
        }
        return [words, "fsck.fat repaired it; the image before is \(image)"]
    }

    /// Why a FAT is looked at.
    enum Occasion {
        /// Its flag says that it was pulled while it was mounted.
        case dirty
        /// A read of a file failed.
        case unreadable

        /// What to say in the log.
        func words(_ verdict: FATVerdict?) -> String {
            let occasion =
                switch self {
                case .dirty: "the FAT was left dirty (pulled while mounted)"
                case .unreadable: "a file could not be read"
                }
            return occasion
                + (verdict.map { "; fsck.fat: \($0.words)" } ?? "; fsck.fat is not installed")
        }
    }

    private func run(_ option: String) -> Subprocess? {
        // Without a locale it complains that it cannot convert names.
        let environment = [
            "PATH=\(context.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin")", "LC_ALL=C.UTF-8",
        ]
        return try? Subprocess(["fsck.fat", option, device.node], environment: environment)
    }

    /// Copies the whole volume to the host, and beside it what `fsck.fat` said of it.
    private func backUpImage(_ said: [UInt8]) throws(SyncError) -> String {
        let name = DeviceIdentity(serial: device.serial ?? device.name).fileName
        let folder = context.places.backups + "/images"
        let path = "\(folder)/\(name)-\(Timestamp.now.compact).img"
        do throws(Errno) {
            let bytes = try FileDescriptor.open(device.node, flags: O_RDONLY)
                .readAll(limit: SnapshotReader.byteLimit)
            try Folder.create(folder)
            try Folder.replaceFile(path, with: bytes)
            try Folder.replaceFile(path + ".fsck.txt", with: said)
            return path
        } catch {
            throw SyncError(
                .host, .backUp, file: device.node,
                "the image cannot be backed up, so nothing was repaired: \(error)", errno: error)
        }
    }
}
