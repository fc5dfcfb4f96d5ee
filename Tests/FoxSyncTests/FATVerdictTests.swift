// What fsck.fat 4.2 printed of real images, and what a person reads of it.
import FoxSystem
import MountWatch
import SyncEngine
import Testing

@testable import fox_sync

@Suite("What is said of a FAT")
struct FATVerdictTests {
    private func verdict(_ lines: String) -> FATVerdict {
        FATVerdict(Array("fsck.fat 4.2 (2021-01-31)\n\(lines)\n".utf8))
    }

    private static let label = """
        Label '' stored in boot sector is not valid.
          Auto-removing label from boot sector.
        """

    @Test("a fox as its firmware formats it has nothing wrong, though fsck.fat dislikes its label")
    func good() {
        let good = verdict(
            Self.label + "\n\nLeaving filesystem unchanged.\n/dev/sda1: 4 files, 16/15168 clusters")
        #expect(!good.isBroken)
        #expect(good.words == "nothing is wrong")
    }

    @Test("a chain that runs into a free cluster is named with its file")
    func broken() {
        let broken = verdict(
            """
            /AUDIO.WAV
              Contains a free cluster (6). Assuming EOF.
            /AUDIO.WAV
              File size is 12044 bytes, cluster chain length is 3072 bytes.
              Truncating file to 3072 bytes.
            \(Self.label)
            Reclaimed 8 unused clusters (8192 bytes).
            """)
        #expect(broken.isBroken)
        #expect(
            broken.words
                == "the clusters of audio.wav end in the middle; audio.wav is not as long as"
                + " its clusters; clusters that no file has: 8")
    }

    @Test(
        "tables that differ and clusters of two files are damage; lost clusters and the flag are not"
    )
    func others() {
        #expect(verdict("FATs differ but appear to be intact.\n  Using first FAT.").isBroken)
        let shared = verdict(
            "/SETTINGS.TXT  and\n/AUDIO.WAV\n  share clusters.\n  Truncating second to 6144 bytes.")
        #expect(shared.isBroken)
        #expect(shared.words == "two files have the same clusters, one is audio.wav")
        let dirty = verdict(
            "Reclaimed 1 unused cluster (1024 bytes).\nDirty bit is set. Fs was not properly unmounted"
        )
        #expect(!dirty.isBroken)
        #expect(dirty.words == "clusters that no file has: 1; it was not unmounted")
    }

    private func volume(_ options: [String], turned: Bool = false) -> WatchedVolume {
        var mount = Mount(
            id: 40, parent: 1, number: 0x801, target: "/media/me/A FOX", fileSystem: "vfat",
            source: "/dev/sda1", options: options)
        mount.hasTurnedReadOnly = turned
        return WatchedVolume(mount: mount, device: BlockDevice(name: "sda1", number: 0x801))
    }

    @Test(
        "a mount that the kernel has turned read-only is damage, with the commands that look at it")
    func turned() throws {
        let error = SyncError(.volume, .snapshot, file: "audio.wav", "EIO", errno: .io)
        let advice = try #require(MountAdvice.make(for: error, on: volume(["ro"], turned: true)))
        #expect(advice.cause.contains("the FAT is damaged"))
        #expect(advice.next == "sudo umount '/media/me/A FOX' && sudo fsck.fat -n /dev/sda1")
        let refused = SyncError(.refused, .plan, "read-only", errno: .readOnly)
        #expect(MountAdvice.make(for: refused, on: volume(["ro"], turned: true)) == advice)
    }

    @Test("a mount that somebody has made read-only is made read-write by a command")
    func meant() throws {
        let refused = SyncError(.refused, .plan, "read-only", errno: .readOnly)
        let advice = try #require(MountAdvice.make(for: refused, on: volume(["ro"])))
        #expect(advice.next == "sudo mount -o remount,rw '/media/me/A FOX'")
        let other = SyncError(.volume, .write, "no space", errno: .noSpace)
        #expect(MountAdvice.make(for: other, on: volume(["rw"])) == nil)
    }
}
