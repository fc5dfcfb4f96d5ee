// What happens to volumes between two scans, and what must not.
import MountWatch
import Testing

struct VolumeLedgerTests {
    private let fox = BlockDevice.fox()

    private func volume(_ mount: Mount, _ device: BlockDevice?) -> WatchedVolume {
        WatchedVolume(mount: mount, device: device)
    }

    @Test("A pulled fox is gone though its mount stays in the table, and is said to be so once")
    func pulled() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        let pulled = scan([], [.fox()])
        #expect(ledger.update(with: pulled) == [.vanished(volume(.fox(), fox), .deviceGone)])
        #expect(ledger.update(with: pulled) == [])
        #expect(ledger.update(with: scan([], [])) == [])
    }

    @Test("A mount that was left over before anybody watched never appears")
    func leftOver() {
        var ledger = VolumeLedger(seen: scan([], [.fox()]))
        #expect(ledger.volumes.map(\.mount.target) == ["/"])
        #expect(ledger.update(with: scan([], [.fox()])) == [])
    }

    @Test("What is there before the first scan appears like what comes later")
    func first() {
        var ledger = VolumeLedger()
        let changes = ledger.update(with: scan([fox], [.fox()]))
        #expect(changes.last == .appeared(volume(.fox(), fox)))
        #expect(ledger.update(with: scan([fox], [.fox()])) == [])
    }

    @Test("A fox plugged in again as sdb, its stale mount still there, is a new stay")
    func comesBackAsAnother() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        _ = ledger.update(with: scan([], [.fox()]))
        let again = BlockDevice.fox("sdb1", minor: 17, sequence: "8", host: 4)
        let mount = Mount.fox(again, id: 41, at: "/media/fox1")
        #expect(
            ledger.update(with: scan([again], [.fox(), mount])) == [.appeared(volume(mount, again))]
        )
    }

    @Test("Pulled and plugged in again between two scans, it is gone and there again")
    func comesBackUnseen() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        let again = BlockDevice.fox("sdb1", minor: 17, sequence: "8", host: 4)
        let mount = Mount.fox(again, id: 41, at: "/media/fox1")
        #expect(
            ledger.update(with: scan([again], [.fox(), mount])) == [
                .vanished(volume(.fox(), fox), .deviceGone), .appeared(volume(mount, again)),
            ])
    }

    @Test(
        "Back with every number used again, another medium is another stay",
        arguments: [nil, 900] as [UInt64?])
    func everyNumberAgain(unique: UInt64?) {
        var ledger = VolumeLedger(seen: scan([fox], [.fox(unique: unique)]))
        let again = BlockDevice.fox(sequence: "8", host: 4)
        let mount = Mount.fox(again, unique: unique.map { $0 + 1 })
        #expect(
            ledger.update(with: scan([again], [mount])) == [
                .vanished(volume(.fox(unique: unique), fox), .deviceGone),
                .appeared(volume(mount, again)),
            ])
    }

    @Test(
        "A card changed under its mount: the mount is never used again, until it is made anew",
        arguments: [nil, 900] as [UInt64?])
    func mediumChanged(unique: UInt64?) {
        var ledger = VolumeLedger(seen: scan([fox], [.fox(unique: unique)]))
        // The reader stays where it is; only the medium's number changes.
        let other = BlockDevice.fox(sequence: "8")
        let stale = scan([other], [.fox(unique: unique)])
        #expect(
            ledger.update(with: stale) == [
                .vanished(volume(.fox(unique: unique), fox), .mediumChanged)
            ])
        #expect(ledger.update(with: stale) == [])
        _ = ledger.update(with: scan([other], []))
        let anew = Mount.fox(other, unique: unique.map { $0 + 1 })
        #expect(ledger.update(with: scan([other], [anew])) == [.appeared(volume(anew, other))])
    }

    @Test("A stale mount's number coming to life again does not bring the mount back")
    func staleStaysStale() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        _ = ledger.update(with: scan([], [.fox()]))
        #expect(ledger.update(with: scan([.fox(sequence: "8", host: 4)], [.fox()])) == [])
        #expect(ledger.update(with: scan([fox], [.fox()])) == [])
    }

    @Test("Unmounted with the device there is not gone")
    func unmounted() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        #expect(
            ledger.update(with: scan([fox], [])) == [.vanished(volume(.fox(), fox), .unmounted)])
        #expect(ledger.update(with: scan([fox], [.fox()])) == [.appeared(volume(.fox(), fox))])
    }

    @Test("Unmounted because it was pulled is gone")
    func unmountedByRemoval() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        #expect(ledger.update(with: scan([], [])) == [.vanished(volume(.fox(), fox), .deviceGone)])
    }

    @Test("A remount changes the volume and keeps its session")
    func remounted() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        let readOnly = Mount.fox(options: ["ro"])
        let before = volume(.fox(), fox)
        let after = volume(readOnly, fox)
        #expect(
            ledger.update(with: scan([fox], [readOnly])) == [.changed(from: before, to: after)])
        #expect(before.session == after.session)
        #expect(ledger.volumes.last == after)
    }

    @Test("One more bind mount of it changes nothing")
    func bindMount() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        let bind = Mount.fox(id: 41, at: "/srv/bind")
        #expect(ledger.update(with: scan([fox], [.fox(), bind])) == [])
        // The first mount goes: the volume goes on, through the other one.
        let last = WatchedVolume(mount: .fox(), device: fox, otherTargets: ["/srv/bind"])
        let changes = ledger.update(with: scan([fox], [bind]))
        #expect(changes == [.vanished(last, .unmounted), .appeared(volume(bind, fox))])
    }

    @Test("Covered and uncovered is the same stay")
    func covered() {
        var ledger = VolumeLedger(seen: scan([fox], [.fox()]))
        let cover = Mount(id: 50, parent: 40, number: 99, target: "/media/fox", fileSystem: "tmpfs")
        let changes = ledger.update(with: scan([fox], [.fox(), cover]))
        let hidden = WatchedVolume(mount: .fox(), device: fox, access: .covered)
        #expect(changes.first == .changed(from: volume(.fox(), fox), to: hidden))
        let back = ledger.update(with: scan([fox], [.fox()]))
        #expect(back.last == .changed(from: hidden, to: volume(.fox(), fox)))
    }

    @Test("A device that udev is not done with appears when it is; one that is known stays")
    func unready() {
        var ledger = VolumeLedger(seen: scan([], []))
        #expect(ledger.update(with: scan([], [.fox()], unready: [fox])) == [])
        #expect(ledger.update(with: scan([fox], [.fox()])) == [.appeared(volume(.fox(), fox))])
        #expect(ledger.update(with: scan([], [.fox()], unready: [fox])) == [])
        #expect(ledger.volumes.last == volume(.fox(), fox))
    }

    @Test("Two foxes with one UUID, label and serial are two volumes, and one of them can go")
    func twins() {
        let twin = BlockDevice.fox("sdb1", minor: 17, sequence: "8", host: 4)
        let mount = Mount.fox(twin, id: 41, at: "/media/fox1")
        var ledger = VolumeLedger(seen: scan([fox, twin], [.fox(), mount]))
        #expect(Set(ledger.volumes.map(\.session)).count == 3)
        #expect(
            ledger.update(with: scan([fox], [.fox(), mount])) == [
                .vanished(volume(mount, twin), .deviceGone)
            ])
    }

    @Test("Added, removed and added before it was mounted is one appearance")
    func settling() {
        var ledger = VolumeLedger(seen: scan([], []))
        #expect(ledger.update(with: scan([fox], [])) == [])
        #expect(ledger.update(with: scan([], [])) == [])
        let again = BlockDevice.fox(sequence: "8", host: 4)
        #expect(ledger.update(with: scan([again], [])) == [])
        let mount = Mount.fox(again)
        #expect(ledger.update(with: scan([again], [mount])) == [.appeared(volume(mount, again))])
    }

    @Test(
        "What cannot be told apart is not torn apart: numbers the kernel does not give prove nothing"
    )
    func unknownNumbers() {
        let bare = BlockDevice.fox(sequence: nil)
        var ledger = VolumeLedger(seen: scan([bare], [.fox()]))
        // udev starts and knows more; the kernel's unique number could be read this time.
        let changes = ledger.update(with: scan([fox], [.fox(unique: 900)]))
        #expect(
            changes == [.changed(from: volume(.fox(), bare), to: volume(.fox(unique: 900), fox))])
    }
}
