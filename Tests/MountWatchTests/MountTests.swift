// Real mounts, in a mount namespace of their own: what the kernel's table says and when it says it.
import MountWatch
import Testing

@testable import mountwatch_probe

@Suite(
    .enabled(if: TestBench.hasNamespaces, "needs root and namespaces"), .timeLimit(.minutes(20)))
struct MountTests {
    @Test("The first hint is the start, before anything happens")
    func start() async throws {
        try await TestBench.inNamespaces { probe, _ in
            let first = try await probe.hint()
            #expect(first.causes == [.start])
        }
    }

    @Test(
        "A mount gives a hint, and its name is found as it is",
        arguments: [
            "plain", "with space", "tab\there", "new\nline", "back\\slash", "#hash", "Füchse",
        ])
    func names(name: String) async throws {
        try await TestBench.inNamespaces { probe, folder in
            _ = try await probe.hint()
            let target = folder + "/" + name
            try await probe.run("mkdir '\(target)' && mount -t tmpfs fox '\(target)'")
            let scan = try await probe.scan { $0.volume(at: target) != nil }
            let volume = try #require(scan.volume(at: target))
            #expect(volume.access == .accessible)
            #expect(volume.mount.source == "fox")
            #expect(volume.mount.fileSystem == "tmpfs")
            #expect(volume.mount.targetIsExact)
            #expect(volume.device == nil)
            #expect(!volume.mount.isReadOnly)
            try await probe.run("umount '\(target)'")
            _ = try await probe.scan { $0.volume(at: target) == nil }
        }
    }

    @Test("Each mount and unmount is told of, though the reader has not read the last hint")
    func everyChange() async throws {
        try await TestBench.inNamespaces { probe, folder in
            _ = try await probe.hint()
            for _ in 1...5 {
                try await probe.run("mount -t tmpfs fox \(folder)")
                try await probe.causes { $0 == .mountsChanged }
                try await probe.run("umount \(folder)")
                try await probe.causes { $0 == .mountsChanged }
            }
        }
    }

    @Test("A filesystem that the kernel has made read-only is told from a mount that is meant so")
    func turnedReadOnly() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run(
                """
                cd \(folder) && mkdir turned meant && mount -t tmpfs turned turned &&
                mount -t tmpfs -o ro meant meant && mount -o remount,ro=fs turned
                """)
            let scan = try await probe.scan {
                $0.volume(at: folder + "/turned")?.mount.isReadOnly == true
            }
            #expect(scan.volume(at: folder + "/turned")?.mount.hasTurnedReadOnly == true)
            let meant = try #require(scan.volume(at: folder + "/meant")?.mount)
            #expect(meant.isReadOnly && !meant.hasTurnedReadOnly)
        }
    }

    @Test("A name that is not UTF-8 is not taken for another path")
    func unnameable() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run(
                "d=$(printf '\(folder)/f\\344x'); mkdir \"$d\" && mount -t tmpfs latin1 \"$d\"")
            let scan = try await probe.scan { $0.mounts.contains { $0.source == "latin1" } }
            let volume = try #require(scan.volumes.first { $0.mount.source == "latin1" })
            #expect(volume.access == .unnameable)
            let rules = CandidateRules(extraFileSystems: ["tmpfs"], allowNoBlockDevice: true)
            #expect(rules.verdict(on: volume).rule == .access)
        }
    }

    @Test("A bind mount is no second volume, and takes over only when it shows the whole root")
    func bindMounts() async throws {
        try await TestBench.inNamespaces { probe, folder in
            let (main, part, whole) = (folder + "/main", folder + "/part", folder + "/whole")
            try await probe.run(
                """
                cd \(folder) && mkdir main part whole && mount -t tmpfs fox main &&
                mkdir main/sub && mount --bind main/sub part && mount --bind main whole
                """)
            var scan = try await probe.scan { $0.mounts(of: "fox").count == 3 }
            var volume = try #require(scan.volumes(of: "fox").first)
            #expect(scan.volumes(of: "fox").count == 1)
            #expect(volume.mount.target == main)
            #expect(volume.otherTargets == [part, whole])

            try await probe.run("umount \(main)")
            scan = try await probe.scan { $0.mounts(of: "fox").count == 2 }
            volume = try #require(scan.volumes(of: "fox").first)
            #expect(volume.mount.target == whole)
            #expect(volume.access == .accessible)

            try await probe.run("umount \(whole)")
            scan = try await probe.scan { $0.mounts(of: "fox").count == 1 }
            volume = try #require(scan.volumes(of: "fox").first)
            #expect(volume.access == .partial)
            #expect(volume.mount.root == "/sub")
        }
    }

    @Test("A target with something mounted over it, or over its parent, is not accessible")
    func overMounts() async throws {
        try await TestBench.inNamespaces { probe, folder in
            let target = folder + "/a/b"
            try await probe.run("mkdir -p \(target) && mount -t tmpfs fox \(target)")
            var scan = try await probe.scan { !$0.mounts(of: "fox").isEmpty }
            #expect(scan.volumes(of: "fox").map(\.access) == [.accessible])

            try await probe.run("mount -t tmpfs cover \(target)")
            scan = try await probe.scan { !$0.mounts(of: "cover").isEmpty }
            #expect(scan.volumes(of: "fox").map(\.access) == [.covered])
            #expect(scan.volumes(of: "cover").map(\.access) == [.accessible])

            try await probe.run("umount \(target)")
            scan = try await probe.scan { $0.mounts(of: "cover").isEmpty }
            #expect(scan.volumes(of: "fox").map(\.access) == [.accessible])

            try await probe.run("mount -t tmpfs cover \(folder)/a && mkdir \(target)")
            scan = try await probe.scan { !$0.mounts(of: "cover").isEmpty }
            #expect(scan.volumes(of: "fox").map(\.access) == [.covered])
        }
    }

    @Test("A lazily unmounted volume is gone at once, though a file on it is open")
    func lazy() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run("mkdir \(folder)/m && mount -t tmpfs fox \(folder)/m")
            let before = try await probe.scan { !$0.mounts(of: "fox").isEmpty }
            var ledger = VolumeLedger()
            _ = ledger.update(with: before)
            try await probe.run(
                "(exec 3>\(folder)/m/open; exec sleep 1000 </dev/null >/dev/null 2>&1 &) ; umount -l \(folder)/m"
            )
            let after = try await probe.scan { $0.mounts(of: "fox").isEmpty }
            let fox = try #require(before.volumes(of: "fox").first)
            #expect(ledger.update(with: after) == [.vanished(fox, .unmounted)])
        }
    }

    @Test("A remount is the same stay, read-only when either the mount or the filesystem is")
    func remounts() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run("mkdir \(folder)/m && mount -t tmpfs fox \(folder)/m")
            var ledger = VolumeLedger()
            let before = try await probe.scan { !$0.mounts(of: "fox").isEmpty }
            _ = ledger.update(with: before)
            let commands = ["remount,ro", "remount,rw", "remount,bind,ro"]
            for (command, readOnly) in zip(commands, [true, false, true]) {
                try await probe.run("mount -o \(command) \(folder)/m")
                let after = try await probe.scan {
                    $0.volumes(of: "fox").first?.mount.isReadOnly == readOnly
                }
                let changes = ledger.update(with: after)
                guard case .changed(let old, let new)? = changes.first, changes.count == 1 else {
                    Issue.record("not one change: \(changes)")
                    return
                }
                #expect(old.session == new.session)
                #expect(new.mount.isReadOnly == readOnly)
            }
        }
    }

    @Test("Unmounted and mounted again between two scans is another stay")
    func quickRemount() async throws {
        try await TestBench.inNamespaces { probe, folder in
            let mount = "mount -t tmpfs fox \(folder)/m"
            try await probe.run("mkdir \(folder)/m && \(mount)")
            let before = try await probe.scan { !$0.mounts(of: "fox").isEmpty }
            let old = try #require(before.volumes(of: "fox").first)
            // Before Linux 6.8 the kernel gives nothing by which to tell.
            if old.mount.uniqueID == nil { return }
            var ledger = VolumeLedger()
            _ = ledger.update(with: before)
            try await probe.run("umount \(folder)/m && \(mount)")
            let after = try await probe.scan()
            let new = try #require(after.volumes(of: "fox").first)
            #expect(ledger.update(with: after) == [.vanished(old, .unmounted), .appeared(new)])
        }
    }

    @Test("A watcher with nothing to tell has no timer set: nothing wakes it but events")
    func idle() async throws {
        try await TestBench.inNamespaces { probe, folder in
            try await probe.run("mount -t tmpfs fox \(folder)")
            try await probe.causes { $0 == .mountsChanged }
            guard case .armedTimers(let count) = try await probe.ask(.countArmedTimers) else {
                throw ProbeFailure(description: "no count")
            }
            #expect(count == 0)
        }
    }

    @Test("After stop the stream has ended and no descriptor is left")
    func stops() async throws {
        try await TestBench.inNamespaces { probe, folder in
            _ = try await probe.hint()
            // The first scan opens what the libraries keep open.
            _ = try await probe.scan()
            let open = try await probe.descriptors()
            try await probe.stop()
            // udev's socket, libmount's epoll and the mount table under it.
            #expect(try await probe.descriptors() == open - 3)
            // A second stop changes nothing.
            try await probe.stop()
            // Scanning needs no monitor.
            try await probe.run("mkdir \(folder)/m && mount -t tmpfs fox \(folder)/m")
            #expect(try await probe.scan().volumes(of: "fox").count == 1)
        }
    }
}

extension VolumeScan {
    func volume(at target: String) -> WatchedVolume? {
        volumes.first { $0.mount.target == target }
    }
    func volumes(of source: String) -> [WatchedVolume] {
        volumes.filter { $0.mount.source == source }
    }
    func mounts(of source: String) -> [Mount] { mounts.filter { $0.source == source } }
}
