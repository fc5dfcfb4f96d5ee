// A FAT that was left dirty: what fsck.fat says of it, and its repair after a backup of the whole.
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
    /// - Returns: What to say in the log.
    func remarks() -> [String] {
        guard let found = run("-n") else {
            return ["the FAT was left dirty (pulled while mounted); fsck.fat is not installed"]
        }
        return [Self.verdict(found.words)]
    }

    /// Checks, backs up the whole volume, and repairs; to be called while nobody has it mounted.
    ///
    /// - Returns: What to say in the log.
    /// - Throws: `SyncError` when the volume cannot be backed up; nothing was repaired then.
    func repair() throws(SyncError) -> [String] {
        guard let claim = Self.claim(device) else {
            return remarks() + ["somebody else has mounted it, so it was not repaired"]
        }
        defer { withExtendedLifetime(claim) {} }
        guard let found = run("-n") else { return remarks() }
        let verdict = Self.verdict(found.words)
        let image = try backUpImage()
        guard let repaired = run("-a"), repaired.status <= 1 else {
            return [verdict, "fsck.fat could not repair it; the image before is \(image)"]
        }
        return [verdict, "fsck.fat repaired it; the image before is \(image)"]
    }

    private static func verdict(_ words: String) -> String {
        "the FAT was left dirty (pulled while mounted); fsck.fat: \(words)"
    }

    private func run(_ option: String) -> (status: Int32, words: String)? {
        let environment = ["PATH=\(context.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin")"]
        guard
            let run = try? Subprocess(["fsck.fat", option, device.node], environment: environment)
        else { return nil }
        let lines = run.output.split(separator: UInt8(ascii: "\n")).map(\.printable)
        return (run.status, lines.dropFirst().prefix(4).joined(separator: "; "))
    }

    /// Copies the whole volume to the host.
    private func backUpImage() throws(SyncError) -> String {
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
