// Which volumes are looked into, and which rule says no.
import MountWatch
import Testing

struct CandidateRulesTests {
    private func volume(
        _ type: String = "vfat", _ device: BlockDevice? = .fox(),
        _ access: VolumeAccess = .accessible, at target: String = "/media/fox"
    ) -> WatchedVolume {
        let mount = Mount(
            id: 40, parent: 1, number: device?.number ?? 5, target: target, fileSystem: type)
        return WatchedVolume(mount: mount, device: device, access: access)
    }

    @Test("A fox is a candidate by the rules as shipped")
    func fox() {
        let verdict = CandidateRules().verdict(on: volume())
        #expect(
            verdict
                == VolumeVerdict(
                    isCandidate: true, rule: .candidate, reason: "it is vfat on a USB device"))
    }

    @Test("A vfat partition of a built-in disk is left alone, unless configured")
    func builtIn() {
        var disk = BlockDevice.fox("nvme0n1p1")
        disk.isOnUSB = false
        disk.isRemovable = false
        let verdict = CandidateRules().verdict(on: volume("vfat", disk))
        #expect(!verdict.isCandidate)
        #expect(verdict.rule == .removableOrUSB)
        #expect(verdict.reason.contains("nvme0n1p1"))
        let open = CandidateRules(requireRemovableOrUSB: false)
        #expect(open.verdict(on: volume("vfat", disk)).isCandidate)
    }

    @Test("Either of removable and on USB is enough", arguments: [(true, false), (false, true)])
    func either(removable: Bool, usb: Bool) {
        var device = BlockDevice.fox()
        device.isRemovable = removable
        device.isOnUSB = usb
        #expect(CandidateRules().verdict(on: volume("vfat", device)).isCandidate)
    }

    @Test(
        "Another filesystem is named with those that are looked at",
        arguments: ["ext4", "exfat", "ntfs"])
    func otherType(type: String) {
        let verdict = CandidateRules().verdict(on: volume(type))
        #expect(verdict.rule == .fileSystem)
        #expect(verdict.reason == "its filesystem is \(type), not vfat")
    }

    @Test("Nothing stands in for a device by the rules as shipped, of whatever type it is")
    func noStandIn() {
        #expect(CandidateRules().verdict(on: volume("vfat", nil)).rule == .blockDevice)
        #expect(CandidateRules().verdict(on: volume("tmpfs", nil)).rule == .fileSystem)
        let half = CandidateRules(extraFileSystems: ["tmpfs"])
        #expect(half.verdict(on: volume("tmpfs", nil)).rule == .blockDevice)
    }

    @Test("A tmpfs stands in where both are allowed, and only below the folder given")
    func standIn() {
        var rules = CandidateRules(extraFileSystems: ["tmpfs"], allowNoBlockDevice: true)
        #expect(rules.verdict(on: volume("tmpfs", nil)).rule == .standIn)
        rules.standInFolder = "/media"
        #expect(rules.verdict(on: volume("tmpfs", nil)).isCandidate)
        #expect(rules.verdict(on: volume("tmpfs", nil, at: "/media")).isCandidate)
        #expect(!rules.verdict(on: volume("tmpfs", nil, at: "/media2/fox")).isCandidate)
        #expect(!rules.verdict(on: volume("tmpfs", nil, at: "/run")).isCandidate)
        // The folder is about stand-ins alone.
        #expect(rules.verdict(on: volume(at: "/mnt")).isCandidate)
    }

    @Test(
        "A volume that cannot be reached is no candidate, whatever else is allowed",
        arguments: [
            (.covered, .access), (.partial, .access), (.unnameable, .access),
            (.deviceGone, .deviceGone), (.deviceNotReady, .deviceNotReady),
        ] as [(VolumeAccess, VolumeRule)])
    func unreachable(access: VolumeAccess, rule: VolumeRule) {
        let rules = CandidateRules(requireRemovableOrUSB: false, allowNoBlockDevice: true)
        let verdict = rules.verdict(on: volume("vfat", .fox(), access))
        #expect(!verdict.isCandidate)
        #expect(verdict.rule == rule)
        #expect(!verdict.reason.isEmpty)
    }
}
