// What the kernel's volume leaves as it was.
import Foundation
import Glibc
import SyncEngine
import Testing

@Suite("A folder as a volume")
struct PosixVolumeTests {
    private func accessTime(_ folder: String) throws -> Int {
        var raw = stat()
        try #require(lstat(folder, &raw) == 0)
        return raw.st_atim.tv_sec
    }

    /// A folder that was last read long ago, so that also `relatime` takes a reading down.
    private func oldFolder() throws -> String {
        let folder = try scratchFolder()
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/settings.txt"))
        let times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, folder, times, 0) == 0)
        return folder
    }

    @Test("looking at a volume leaves its access time")
    func accessTime() throws {
        let folder = try oldFolder()
        let volume = try PosixVolume(path: folder)
        #expect(try volume.list(limit: 10).count == 1)
        _ = try volume.entry("settings.txt")
        _ = try volume.readWhole("settings.txt", limit: 10)
        _ = try volume.space()
        #expect(try accessTime(folder) == 1_000_000)
        // Where the filesystem notes no access times at all, the above says nothing.
        let control = try oldFolder()
        _ = try FileManager.default.contentsOfDirectory(atPath: control)
        let isNoted = try accessTime(control) != 1_000_000
        print("access times are \(isNoted ? "" : "not ")noted in \(fastestFolder)")
    }

    @Test("a file with a second name is opened neither for reading nor for writing")
    func secondName() throws {
        let folder = try scratchFolder()
        let outside = try scratchFolder() + "/secret"
        try Data([1]).write(to: URL(fileURLWithPath: outside))
        try #require(link(outside, folder + "/audio.wav") == 0)
        let volume = try PosixVolume(path: folder)
        for purpose in [OpenPurpose.reading, .update] {
            #expect(throws: VolumeError.self) { try volume.open("audio.wav", for: purpose) }
        }
        #expect(throws: VolumeError.self) { try volume.readMedium("audio.wav", limit: 10) }
    }
}
