// A real systemd-udevd and loop devices, in namespaces of their own.
import MountWatch
import Testing

@testable import mountwatch_probe

@Suite(
    .enabled(
        if: TestBench.hasUdevd, "needs root, namespaces, systemd-udevd, loop devices and mkfs.ext4"),
    // Loop devices are the machine's: two tests would take each other's numbers.
    .serialized, .timeLimit(.minutes(20)))
struct UdevTests {
    // Attaches a new image to a free loop device; its name is then in the file `loop`.
    private func attach(_ folder: String) -> String {
        """
        cd \(folder) && truncate -s 8M image && mkfs.ext4 -q -F image &&
        losetup -f --show image > loop
        """
    }

    private func startUdevd(_ probe: Probe) async throws {
        let udevd = try #require(TestBench.udevd)
        try await probe.run("\(udevd) --daemon >/dev/null 2>&1")
    }

    private func device(in scan: VolumeScan, imageOf volume: String) -> BlockDevice? {
        scan.devices.first { $0.fileSystemUUID == volume }
    }

    @Test("Without udevd it is said, and devices and mounts are read all the same")
    func withoutUdevd() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run(
                attach(folder)
                    + " && mkdir m && mount \"$(cat loop)\" m && losetup -d \"$(cat loop)\"")
            let scan = try await probe.scan { $0.volume(at: folder + "/m") != nil }
            #expect(!scan.udevIsRunning)
            let volume = try #require(scan.volume(at: folder + "/m"))
            let device = try #require(volume.device)
            #expect(volume.access == .accessible)
            #expect(device.node == volume.mount.source)
            #expect(device.number == volume.mount.number)
            #expect(device.size == 8 << 20)
            #expect(device.diskSequence != nil)
            #expect(!device.isOnUSB)
            #expect(device.fileSystem == nil)
        }
    }

    @Test("A device is told of when udev is done with it, with its properties, then its mount")
    func attachAndMount() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await startUdevd(probe)
            _ = try await probe.hint()
            try await probe.run("echo 1b4e28ba-2fa1-11d2-883f-0016d3cca427 > \(folder)/uuid")
            try await probe.run(
                """
                cd \(folder) && truncate -s 8M image &&
                mkfs.ext4 -q -F -U "$(cat uuid)" image && losetup -f --show image > loop
                """)
            let uuid = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
            let attached = try await probe.scan { device(in: $0, imageOf: uuid) != nil }
            let loop = try #require(device(in: attached, imageOf: uuid))
            #expect(attached.udevIsRunning)
            #expect(loop.fileSystem == "ext4")
            #expect(attached.unmountedDevices.contains(loop))

            try await probe.run("cd \(folder) && mkdir m && mount -o ro \"$(cat loop)\" m")
            let mounted = try await probe.scan { $0.volume(at: folder + "/m") != nil }
            let volume = try #require(mounted.volume(at: folder + "/m"))
            #expect(volume.device?.number == loop.number)
            #expect(volume.device?.diskSequence == loop.diskSequence)
            #expect(volume.mount.isReadOnly)
            #expect(!mounted.unmountedDevices.map(\.number).contains(loop.number))
            #expect(CandidateRules().verdict(on: volume).rule == .fileSystem)
            let ext4 = CandidateRules(fileSystems: ["ext4"])
            #expect(ext4.verdict(on: volume).rule == .removableOrUSB)
            try await probe.run("cd \(folder) && umount m && losetup -d \"$(cat loop)\"")
            _ = try await probe.scan { device(in: $0, imageOf: uuid) == nil }
        }
    }

    @Test("A partition that goes gives a hint of its own with name and number")
    func partitionRemoved() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await startUdevd(probe)
            // By its length it is told from other loop devices' partitions.
            let sectors = UInt64.random(in: 1000...8000)
            // As the partition table has it, in printf's octal.
            let length = "\\\(String(sectors & 0xff, radix: 8))\\\(String(sectors >> 8, radix: 8))"
            // The kernel may know no partition tables; a partition can be added all the same.
            try await probe.run(
                """
                cd \(folder) && truncate -s 8M image &&
                printf '\\4' | dd of=image bs=1 seek=450 conv=notrunc status=none &&
                printf '\\347\\0\\0\\0\(length)' | dd of=image bs=1 seek=454 conv=notrunc status=none &&
                printf '\\125\\252' | dd of=image bs=1 seek=510 conv=notrunc status=none &&
                losetup -f --show image > loop && addpart "$(cat loop)" 1 231 \(sectors)
                """)
            let scan = try await probe.scan {
                $0.devices.contains { $0.partitionNumber == 1 && $0.size == sectors * 512 }
            }
            let partition = try #require(
                scan.devices.first { $0.partitionNumber == 1 && $0.size == sectors * 512 })
            #expect(scan.udevIsRunning)
            #expect(partition.disk + "p1" == partition.name)
            #expect(partition.diskSequence != nil)

            // A worker of udevd may have it open still.
            try await probe.run(
                """
                loop=$(cat \(folder)/loop) && udevadm settle && delpart "$loop" 1 &&
                losetup -d "$loop"
                """)
            let removed = WatchCause.deviceRemoved(name: partition.name, number: partition.number)
            try await probe.causes { $0 == removed }
            let after = try await probe.scan()
            #expect(!after.devices.map(\.name).contains(partition.name))
        }
    }

    @Test("Another medium on the same device number is another stay")
    func anotherMedium() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await startUdevd(probe)
            try await probe.run(
                attach(folder) + " && mkdir m && mount \"$(cat loop)\" m && udevadm settle")
            let before = try await probe.scan {
                $0.volume(at: folder + "/m")?.access == .accessible
            }
            let old = try #require(before.volume(at: folder + "/m"))
            var ledger = VolumeLedger()
            _ = ledger.update(with: before)
            try await probe.run(
                """
                cd \(folder) && umount m && losetup -d "$(cat loop)" && losetup "$(cat loop)" image &&
                udevadm settle && mount "$(cat loop)" m
                """)
            let after = try await probe.scan { $0.volume(at: folder + "/m")?.access == .accessible }
            let new = try #require(after.volume(at: folder + "/m"))
            #expect(new.mount.number == old.mount.number)
            #expect(new.session != old.session)
            // Which of the two names the departure has depends on what the kernel tells.
            let changes = ledger.update(with: after).filter { $0.concerns(folder + "/m") }
            #expect(changes.count == 2)
            #expect(changes.last == .appeared(new))
        }
    }

    @Test("A device counts only when udev has been through with it")
    func initialised() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run(
                attach(folder)
                    + " && mkdir m && mount \"$(cat loop)\" m && losetup -d \"$(cat loop)\"")
            // This udevd has seen none of the devices yet.
            try await startUdevd(probe)
            let before = try await probe.scan()
            #expect(before.udevIsRunning)
            #expect(before.volume(at: folder + "/m")?.access == .deviceNotReady)
            var ledger = VolumeLedger()
            let unready = ledger.update(with: before).filter { $0.concerns(folder + "/m") }
            #expect(unready.isEmpty)

            try await probe.run("udevadm trigger --name-match=\"$(cat \(folder)/loop)\"")
            let after = try await probe.scan { $0.volume(at: folder + "/m")?.access == .accessible }
            let volume = try #require(after.volume(at: folder + "/m"))
            #expect(volume.device?.fileSystem == "ext4")
            #expect(ledger.update(with: after).contains(.appeared(volume)))
        }
    }

    @Test("Events that the kernel had to drop are said to be lost, and the next one comes again")
    func overflow() async throws {
        // The smallest buffer that Linux gives: a few events.
        try await TestBench.inNamespaces(["--buffer", "2048"]) { probe, folder in
            try await startUdevd(probe)
            _ = try await probe.hint()
            try await probe.run(attach(folder) + " && udevadm settle")
            // While the probe is stopped nobody drains its socket.
            try await probe.run(
                """
                name=$(basename "$(cat \(folder)/loop)"); probe=$PPID; kill -STOP $probe
                for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                    udevadm trigger --settle --name-match="$name"
                done
                kill -CONT $probe
                """)
            try await probe.causes { $0 == .eventsLost }
            let name = try await probe.scan().devices.map(\.name)
            try await probe.run(
                "losetup -d \"$(cat \(folder)/loop)\" && udevadm settle")
            let isLoopChange: @Sendable (WatchCause) -> Bool = {
                guard case .device("change", let changed) = $0 else { return false }
                return name.contains(changed)
            }
            try await probe.causes(until: isLoopChange)
        }
    }

    @Test("A udevd that starts later is heard")
    func lateUdevd() async throws {
        try await TestBench.inNamespaces { probe, folder in
            #expect(try await probe.scan().udevIsRunning == false)
            try await startUdevd(probe)
            #expect(try await probe.scan().udevIsRunning)
            try await probe.run(attach(folder))
            let isDevice: @Sendable (WatchCause) -> Bool = {
                if case .device = $0 { true } else { false }
            }
            try await probe.causes(until: isDevice)
        }
    }
}

extension VolumeChange {
    func concerns(_ target: String) -> Bool {
        switch self {
        case .appeared(let volume), .vanished(let volume, _), .changed(_, let volume):
            volume.mount.target == target
        }
    }
}
