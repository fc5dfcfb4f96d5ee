// Room that is taken before a change is made and given back for its last steps: on a full disk a
// change is refused while nothing is done, and not in the middle.
internal import FoxSystem
internal import Glibc

/// Space held on one filesystem, by a file without a name: nothing of it outlives the process.
final class Ballast {
    private let file: FileDescriptor

    /// What is held of each filesystem, and more for each step, in bytes: a folder's block, a few
    /// pages of the database with their double in its log.
    static let least = 256 << 10
    static let perStep = 8 << 10

    /// Takes room on the filesystem of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - size: How much, in bytes.
    /// - Throws: `Errno`; no space, above all.
    init(in folder: String, size: Int) throws(Errno) {
        file = try .unnamed(in: folder)
        try file.reserve(size)
    }

    /// Takes room on the filesystems of some folders, once on each.
    ///
    /// - Parameters:
    ///   - folders: The folders; those that do not exist yet are left out.
    ///   - steps: How many steps the change has.
    /// - Returns: What to keep until the room is needed.
    /// - Throws: `Errno` where there is no room, and for nothing else.
    static func on(_ folders: [String], steps: Int) throws(Errno) -> [Ballast] {
        var seen: Set<UInt64> = []
        var all: [Ballast] = []
        for folder in folders {
            guard let status = try? Folder.status(folder), seen.insert(status.device).inserted
            else { continue }
            do throws(Errno) {
                all.append(try Ballast(in: folder, size: least + steps * perStep))
            } catch  where [.noSpace, .overQuota].contains(error) { throw error } catch {
                // A filesystem that cannot hold room is no reason to refuse a change.
            }
        }
        return all
    }
}
