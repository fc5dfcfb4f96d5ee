// Storms of events that no bench has the hardware for: umockdev in udevd's stead.
import FoxSystem
import MountWatch
import Testing

@testable import mountwatch_probe

@Suite(.enabled(if: TestBench.hasMock, "needs umockdev"), .timeLimit(.minutes(1)))
struct MockTests {
    private let fox = MockFox(index: 0, serial: "E6614C311B6A5B2C", sequence: 7)

    private func added(_ fox: MockFox) -> [MockEvent] {
        [
            MockEvent(path: fox.diskPath, action: "add"),
            MockEvent(path: fox.partitionPath, action: "add"),
            MockEvent(path: fox.diskPath, action: "change"),
        ]
    }

    // Sends events and waits for all of them; few at a time, since umockdev gives up when its socket
    // is full, which netlink never makes a sender do.
    private func send(_ events: [MockEvent], _ probe: Probe) async throws -> [WatchCause] {
        var causes = try await probe.hint().causes.filter { $0 != .start }
        for first in stride(from: 0, to: events.count, by: 3) {
            let end = min(first + 3, events.count)
            _ = try await probe.ask(.mockEvents(Array(events[first..<end])))
            while causes.count < end { causes += try await probe.hint().causes }
        }
        return causes
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
            #expect(device.partitionScheme == "dos")
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
            _ = try await probe.ask(.mockAdd(foxes.map(\.description).joined()))
            let causes = try await send(foxes.flatMap(added), probe)
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
            _ = try await probe.ask(.mockAdd(fox.description))
            _ = try await probe.ask(.mockEvents(added(fox)))
            _ = try await probe.ask(
                .mockEvents([MockEvent(path: fox.partitionPath, action: "remove")]))
            try await unplug(fox, probe)
            _ = try await probe.ask(.mockAdd(again.description))
            _ = try await probe.ask(.mockEvents(added(again)))
            let scan = try await probe.scan { $0.devices.last?.diskSequence == "8" }
            #expect(scan.devices.map(\.name) == ["sda", "sda1"])
        }
    }

    @Test("Events twice, in the wrong order, or for nothing at all change no scan")
    func disorder() async throws {
        try await TestBench.withMock { probe in
            _ = try await probe.ask(.mockAdd(fox.description))
            let before = try await probe.scan()
            let events =
                added(fox).reversed() + [
                    MockEvent(path: fox.partitionPath, action: "remove"),
                    MockEvent(path: fox.partitionPath, action: "remove"),
                    MockEvent(path: fox.partitionPath, action: "nonsense"),
                ] + added(fox)
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
