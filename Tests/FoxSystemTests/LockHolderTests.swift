// The kernel's table of locks, and who is found in it.
import Foundation
import Glibc
import Testing

@testable import FoxSystem

@Suite("Who has a file locked")
struct LockHolderTests {
    private static let table = """
        1: POSIX  ADVISORY  WRITE 700 08:01:5678 0 EOF
        2: FLOCK  ADVISORY  WRITE 701 08:02:5678 0 EOF
        3: FLOCK  ADVISORY  WRITE 702 08:01:5679 0 EOF
        4: FLOCK  ADVISORY  WRITE 703 103:0a:5678 0 EOF
        4: -> FLOCK  ADVISORY  WRITE 704 08:01:99 0 EOF
        5: FLOCK  ADVISORY  WRITE 0 08:01:77 0 EOF
        6: FLOCK  ADVISORY  READ  706 08:01:5678 0 EOF

        """

    @Test(
        "the line of this very file, and of this sort of lock",
        arguments: [
            (8, 1, 5678, 706), (8, 2, 5678, 701), (8, 1, 5679, 702), (0x103, 10, 5678, 703),
            // Whoever only waits, and whoever is in another PID namespace.
            (8, 1, 99, nil), (8, 1, 77, nil), (9, 1, 5678, nil),
        ] as [(UInt32, UInt32, UInt64, Int?)])
    func lines(_ major: UInt32, _ minor: UInt32, _ inode: UInt64, _ process: Int?) {
        var raw = stat()
        raw.st_dev = dev_t(DeviceNumber.make(major: major, minor: minor))
        raw.st_ino = ino_t(inode)
        #expect(LockHolder.process(in: Self.table, holding: FileStatus(raw)) == process)
    }

    @Test("this process is found by the lock that it holds, and not before")
    func own() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fox-sync-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let status = try Folder.status(folder)
        #expect(LockHolder.of(status) == nil)
        try #require(flock(descriptor, LOCK_EX) == 0)
        let holder = try #require(LockHolder.of(status))
        #expect(holder.process == Int(getpid()))
        #expect(holder.command?.isEmpty == false)
        #expect(holder.description.hasSuffix("(process \(getpid()))"))
    }
}
