// How devices and mounts are joined, and which mount of several is the volume's.
import Foundation
import FoxSystem
import Testing

@testable import MountWatch

struct VolumeScanTests {
    private let fox = BlockDevice.fox()

    @Test("A mount whose device has gone is said to be left over, when devices are known at all")
    func gone() {
        #expect(scan([], [.fox()]).others.map(\.access) == [.deviceGone])
        let blind = VolumeScan(devices: [], mounts: [.rootMount, .fox()], devicesAreKnown: false)
        #expect(blind.others.map(\.access) == [.accessible])
        #expect(blind.others.map(\.device) == [nil])
    }

    @Test("The first mount that shows the whole root is taken, not the one that shows a folder")
    func choice() throws {
        var part = Mount.fox(id: 30, at: "/part")
        part.root = "/sub"
        let volumes = scan([fox], [part, .fox(id: 31), .fox(id: 32, at: "/later")]).others
        let volume = try #require(volumes.first)
        #expect(volumes.count == 1)
        #expect(volume.mount.id == 31)
        #expect(volume.otherTargets == ["/part", "/later"])
    }

    @Test("Of a covered and a visible mount, the visible one is taken")
    func visible() {
        let cover = Mount(id: 50, parent: 31, number: 99, target: "/media/fox", fileSystem: "tmpfs")
        let volumes = scan([fox], [.fox(id: 31), cover, .fox(id: 32, at: "/other")]).others
        #expect(volumes.map(\.mount.id) == [32, 50])
        #expect(volumes.map(\.access) == [.accessible, .accessible])
    }

    @Test("Three mounts on one place: only the top one is reached, and the ones below when it goes")
    func stacked() {
        let second = Mount(
            id: 51, parent: 31, number: 98, target: "/media/fox", fileSystem: "tmpfs")
        let third = Mount(id: 52, parent: 51, number: 99, target: "/media/fox", fileSystem: "tmpfs")
        let all = scan([fox], [.fox(id: 31), second, third]).others
        #expect(all.map(\.access) == [.covered, .covered, .accessible])
        let two = scan([fox], [.fox(id: 31), second]).others
        #expect(two.map(\.access) == [.covered, .accessible])
    }

    @Test("A mount over a folder above hides it; one over a folder beside it does not")
    func parents() {
        let above = Mount(id: 50, parent: 1, number: 99, target: "/media", fileSystem: "tmpfs")
        let beside = Mount(id: 51, parent: 1, number: 98, target: "/media/fo", fileSystem: "tmpfs")
        #expect(scan([fox], [.fox(), above]).others.map(\.access) == [.covered, .accessible])
        #expect(scan([fox], [.fox(), beside]).others.map(\.access) == [.accessible, .accessible])
    }

    @Test("A root that has something mounted over it hides what hung on it")
    func overRoot() {
        let newRoot = Mount(id: 2, parent: 1, number: 97, target: "/", fileSystem: "ext4")
        var onNew = Mount.fox(id: 60, at: "/mnt")
        onNew.parent = 2
        let volumes = scan([fox], [newRoot, .fox(id: 40), onNew]).volumes
        #expect(volumes.map(\.access) == [.covered, .accessible, .accessible])
        #expect(volumes.last?.mount.id == 60)
    }

    @Test("The table of a changed root, whose mounts hang on nothing that is listed, is understood")
    func changedRoot() {
        var mount = Mount.fox(at: "/fox")
        mount.parent = 4711
        let volumes = VolumeScan(devices: [fox], mounts: [mount]).volumes
        #expect(volumes.map(\.access) == [.accessible])
    }

    @Test("What is formatted and mounted nowhere is listed for whoever mounts it")
    func unmountedDevices() {
        var blank = BlockDevice.fox("sdb", minor: 16)
        blank.fileSystem = nil
        #expect(scan([fox, blank], []).unmountedDevices == [fox])
        #expect(scan([fox], [.fox()]).unmountedDevices == [])
    }

    @Test("The kernel's table is read with its escapes, both sets of options and both numbers")
    func table() throws {
        let text = #"""
            24 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw,errors=remount-ro
            91 24 8:17 / /media/my\040fox\012\134\011\043 ro,nosuid,nodev shared:7 master:2 - vfat /dev/sdb1 rw,fmask=0022,utf8
            92 24 259:300000 /sub /x rw - ext4 /dev/nvme0n1p9 rw,context="a:b,c"

            """#
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("mountinfo-\(UUID().uuidString)")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let mounts = try MountTable.read(path: file.path).mounts()
        #expect(mounts.map(\.id) == [24, 91, 92])
        let fox = mounts[1]
        #expect(fox.parent == 24)
        #expect(fox.number == DeviceNumber.make(major: 8, minor: 17))
        #expect(fox.target == "/media/my fox\n\\\t#")
        #expect(fox.source == "/dev/sdb1")
        #expect(fox.fileSystem == "vfat")
        #expect(fox.options == ["ro", "nosuid", "nodev", "fmask=0022", "utf8"])
        #expect(fox.isReadOnly)
        #expect(!mounts[0].isReadOnly)
        #expect(mounts[2].root == "/sub")
        #expect(mounts[2].number == DeviceNumber.make(major: 259, minor: 300_000))
        #expect(mounts[2].options == ["rw", #"context="a:b,c""#])
    }

    @Test("A table that cannot be read is an error that names the call")
    func unreadable() {
        let failure = #expect(throws: WatchError.self) {
            try MountTable.read(path: "/nowhere/mountinfo").mounts()
        }
        #expect(failure?.errno == .notFound)
        #expect("\(failure.map { "\($0)" } ?? "")".contains("mnt_table_parse_file"))
    }
}
