// Storms of events that no bench has the hardware for: umockdev in udevd's stead.
import FoxSystem
import MountWatch
import Testing

@testable import mountwatch_probe

@Suite(.enabled(if: TestBench.hasMock, "needs umockdev"), .timeLimit(.minutes(20)))
struct MockTests {
    private let fox = MockFox(index: 0, serial: "E6614C311B6A5B2C", sequence: 7)

    // Plugs a fox in: what udev sends for a real one. umockdev sends the two `add` itself.
    private func plug(_ fox: MockFox, _ probe: Probe) async throws -> [WatchCause] {
        _ = try await probe.ask(.mockAdd(fox.description))
        _ = try await probe.ask(.mockEvents([MockEvent(path: fox.diskPath, action: "change")]))
        return try await causes(3, probe)
    }

    private func causes(_ count: Int, _ probe: Probe) async throws -> [WatchCause] {
        var causes: [WatchCause] = []
        while causes.count < count {
            // Mounts are not mocked: the machine's own may change meanwhile.
            causes += try await probe.hint().causes.filter { $0 != .start && $0 != .mountsChanged }
        }
        return causes
    }

    // Sends events and waits for all of them; few at a time, since umockdev gives up when its socket
    // is full, which netlink never makes a sender do.
    private func send(_ events: [MockEvent], _ probe: Probe) async throws -> [WatchCause] {
        var received: [WatchCause] = []
        for first in stride(from: 0, to: events.count, by: 3) {
            let part = Array(events[first..<min(first + 3, events.count)])
            _ = try await probe.ask(.mockEvents(part))
            received += try await causes(part.count, probe)
        }
        return received
    }

    // umockdev leaves links behind, and then refuses devices of the same names.
    private func unplug(_ fox: MockFox, _ probe: Probe) async throws {
        for path in fox.paths { _ = try await probe.ask(.mockRemove(path)) }
        try await probe.run(
            "cd \"$UMOCKDEV_DIR/sys/block\" && rm -f \(fox.disk) \(fox.partition)")
    }

    @Test("A fox is seen with everything that udev knows of it")
    func properties() async throws {
        try await TestBench.withMock { probe in
            _ = try await probe.ask(.mockAdd(fox.description))
            let scan = try await probe.scan()
            #expect(scan.devices.map(\.name) == ["sda", "sda1"])
            let device = try #require(scan.devices.last)
            #expect(device.node == "/dev/sda1")
            #expect(device.number == DeviceNumber.make(major: 8, minor: 1))
            #expect(device.sysPath == fox.partitionPath)
            #expect(device.diskSequence == "7")
            #expect(device.bus == "usb")
            #expect(device.serial == "E6614C311B6A5B2C")
            #expect(device.vendor == "AI6YM")
            #expect(device.model == "PicoFox")
            #expect(device.revision == "2.0")
            #expect(device.fileSystem == "vfat")
            #expect(device.fileSystemUUID == "0012-D687")
            #expect(device.partitionNumber == 1)
            #expect(device.disk == "sda")
            #expect(device.size == 30489 * 512)
            #expect(!device.isReadOnly)
            #expect(device.isRemovable)
            #expect(device.isOnUSB)
            #expect(scan.unmountedDevices == [device])
        }
    }

    @Test("A hundred foxes at once: every event arrives, and each fox is told from the others")
    func hundred() async throws {
        try await TestBench.withMock { probe in
            let foxes = (0..<100).map { MockFox(index: $0, serial: "FOX\($0)", sequence: 100 + $0) }
            var causes: [WatchCause] = []
            for fox in foxes { causes += try await plug(fox, probe) }
            #expect(causes.count == 300)
            #expect(!causes.contains(.eventsLost))
            let names = Set(causes.compactMap(\.addedName))
            #expect(names == Set(foxes.flatMap { [$0.disk, $0.partition] }))

            let found = try await probe.scan().devices.filter { $0.partitionNumber == 1 }
            #expect(Set(found.compactMap(\.serial)).count == 100)
            #expect(Set(found.map(\.number)).count == 100)
            #expect(Set(found.map(\.fileSystemUUID)) == ["0012-D687"])
        }
    }

    @Test("Removed while the event says so: the hint has the name, though sysfs has nothing left")
    func removedWithoutProperties() async throws {
        try await TestBench.withMock { probe in
            _ = try await probe.ask(.mockAdd(fox.description))
            // umockdev reads an event's properties from sysfs, so without the files there are none.
            _ = try await probe.ask(
                .run(": > \"$UMOCKDEV_DIR\(fox.partitionPath)\"/uevent"))
            _ = try await probe.ask(
                .mockEvents([MockEvent(path: fox.partitionPath, action: "remove")]))
            let causes = try await probe.causes { $0.removedName == "sda1" }
            #expect(causes.last == .deviceRemoved(name: "sda1", number: nil))
            try await unplug(fox, probe)
            #expect(try await probe.scan().devices.isEmpty)
        }
    }

    @Test("Added, removed and added again: the scan after the last hint has the last state")
    func settles() async throws {
        try await TestBench.withMock { probe in
            let again = MockFox(index: 0, serial: fox.serial, sequence: 8)
            _ = try await plug(fox, probe)
            try await unplug(fox, probe)
            _ = try await probe.ask(.mockAdd(again.description))
            let scan = try await probe.scan { $0.devices.last?.diskSequence == "8" }
            #expect(scan.devices.map(\.name) == ["sda", "sda1"])
        }
    }

    @Test("Events twice, in the wrong order, or for nothing at all change no scan")
    func disorder() async throws {
        try await TestBench.withMock { probe in
            _ = try await plug(fox, probe)
            let before = try await probe.scan()
            let events = [
                (fox.diskPath, "change"), (fox.partitionPath, "add"), (fox.diskPath, "add"),
                (fox.partitionPath, "remove"), (fox.partitionPath, "remove"),
                (fox.partitionPath, "nonsense"), (fox.diskPath, "add"), (fox.diskPath, "add"),
            ].map { MockEvent(path: $0.0, action: $0.1) }
            let causes = try await send(events, probe)
            #expect(causes.compactMap(\.removedName) == ["sda1", "sda1"])
            #expect(try await probe.scan() == before)
        }
    }
}

extension WatchCause {
    var addedName: String? {
        if case .device("add", let name) = self { name } else { nil }
    }
    var removedName: String? {
        if case .deviceRemoved(let name, _) = self { name } else { nil }
    }
}
