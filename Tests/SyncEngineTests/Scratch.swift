// Temporary folders that are gone when the tests have ended.
import Foundation
import Synchronization

/// Folders to remove at the end of the process.
private let scratch = Mutex<[String]>([])

private let removesScratch: Void = {
    atexit {
        for path in scratch.withLock({ $0 }) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}()

/// Makes a new, empty folder.
///
/// - Parameter parent: Where.
/// - Returns: Its path.
/// - Throws: When it cannot be made.
func scratchFolder(in parent: String = fastestFolder) throws -> String {
    _ = removesScratch
    let path = (parent as NSString).appendingPathComponent("fox-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    scratch.withLock { $0.append(path) }
    return path
}

/// Memory where the machine has it as a folder: the loops make thousands of databases.
var fastestFolder: String {
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
}
