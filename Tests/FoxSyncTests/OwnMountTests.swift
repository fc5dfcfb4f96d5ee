// The agent that mounts by itself, on loop devices that a real udevd makes foxes of.
import Foundation
import Testing

extension AgentBench {
    fileprivate static let udevd = "/usr/lib/systemd/systemd-udevd"
    /// Whether loop devices can be made foxes here.
    fileprivate static let hasLoops: Bool =
        isPossible && geteuid() == 0 && access(udevd, X_OK) == 0
        && access("/dev/loop-control", R_OK | W_OK) == 0
        && isThere("mkfs.ext4") && isThere("losetup")
}

@Suite(
    "fox-sync agent, mounting by itself", .serialized,
    .enabled(if: AgentBench.hasLoops, "needs root, loop devices, systemd-udevd, mkfs.ext4"),
    .timeLimit(.minutes(20)))
struct OwnMountTests {
    /// A bench whose loop device with one certain filesystem is a fox on USB; its node is in `$loop`.
    private func bench(_ mounting: String = "mode = always") throws -> AgentBench {
        let bench = try AgentBench(["-m", "-n", "-p", "-f", "--kill-child", "--mount-proc"])
        let uuid = UUID().uuidString.lowercased()
        try bench.program.draft()
        try bench.program.write(
            "[volumes]\nfile-systems = ext4\n[mount]\n\(mounting)\n", to: "home/fox-sync.conf")
        try bench.program.write(Program.factory, to: "root/settings.txt")
        try bench.program.write(
            "ENV{ID_FS_UUID}==\"\(uuid)\", ENV{ID_SERIAL_SHORT}=\"LOOPFOX\", ENV{ID_BUS}=\"usb\"\n",
            to: "99-fox.rules")
        try bench.shell(
            "mount -t tmpfs run /run && mkdir -p /run/udev/rules.d && cp 99-fox.rules /run/udev/rules.d/"
                + " && \(AgentBench.udevd) --daemon >/dev/null 2>&1")
        try bench.shell(
            "truncate -s 8M image && mkfs.ext4 -q -F -O ^has_journal -U \(uuid) -d root image")
        return bench
    }

    private func plug(_ bench: AgentBench) throws {
        try bench.shell("loop=$(losetup -f --show image) && udevadm settle")
    }

    /// Nothing of the machine's is left behind.
    private func unplug(_ bench: AgentBench) throws {
        _ = try bench.stopAgent()
        try bench.shell("losetup -d $loop; echo unplugged")
        _ = try bench.line(with: "unplugged")
    }

    /// Mounts it read-write in another namespace until `release()`.
    private func holdOutOfSight(_ bench: AgentBench) throws {
        try bench.shell(
            "mkdir -p hidden && mkfifo held && { unshare -m sh -c"
                + " \"mount $loop hidden && echo is held && read -r line <held; umount hidden\" & holder=$!; }"
        )
        _ = try bench.line(with: "is held")
    }

    private func release(_ bench: AgentBench) throws { try bench.shell("echo >held") }

    @Test("it mounts out of sight, pushes, and leaves nothing mounted")
    func alone() throws {
        let bench = try bench()
        try bench.agent()
        try plug(bench)
        let line = try bench.line(with: "LOOPFOX: ")
        #expect(line.contains("pushed"), "\(line)")
        try bench.shell(
            "echo \"mounts $(grep -c $loop /proc/mounts)\"; e2fsck -fn $loop >/dev/null 2>&1;"
                + " echo \"fsck $?\"")
        #expect(try bench.line(with: "mounts ") == "mounts 0")
        #expect(try bench.line(with: "fsck ") == "fsck 0")
        let log = try bench.run("log --json").objects()
        #expect(log.count == 1)
        #expect((log.first?["volume"] as? String)?.hasPrefix("/dev/loop") == true, "\(log)")
        try unplug(bench)
    }

    @Test("a fox that somebody has mounted out of sight is tried again until it is free")
    func contended() throws {
        let bench = try bench()
        try plug(bench)
        try holdOutOfSight(bench)
        try bench.agent()
        let line = try bench.line(with: "tried again")
        #expect(line.contains("/dev/loop") && !line.contains("locks"), "\(line)")
        try release(bench)
        #expect(try bench.line(with: "LOOPFOX: ").contains("pushed"))
        try unplug(bench)
    }

    @Test("a fox that somebody else mounts first is synced where they have mounted it")
    func theirs() throws {
        let bench = try bench()
        try plug(bench)
        try holdOutOfSight(bench)
        try bench.agent()
        _ = try bench.line(with: "tried again")
        try bench.shell("mkdir seen && mount $loop seen")
        #expect(try bench.line(with: "LOOPFOX: ").contains("pushed"))
        let log = try bench.run("log --json").objects()
        #expect((log.first?["volume"] as? String)?.hasSuffix("/seen") == true, "\(log)")
        try bench.shell("umount seen")
        try release(bench)
        try unplug(bench)
    }

    @Test("a fox that failed where somebody had mounted it is mounted when they let go of it")
    func unmountedByThem() throws {
        let bench = try bench()
        try plug(bench)
        try bench.shell("mkdir seen && mount -o ro $loop seen")
        try bench.agent()
        let line = try bench.line(with: "LOOPFOX: ")
        #expect(line.contains("failed") && line.contains("read-only"), "\(line)")
        try bench.shell("umount seen")
        #expect(try bench.line(with: "LOOPFOX: ").contains("pushed"))
        try unplug(bench)
    }

    @Test("a command says that somebody else has it, and goes on when they have not any more")
    func command() throws {
        let bench = try bench()
        try plug(bench)
        try holdOutOfSight(bench)
        let hidden = try bench.run("sync")
        #expect(hidden.status == 3 && hidden.err.contains("somebody else"), "\(hidden)")
        #expect(!hidden.err.contains("/proc/") && !hidden.err.contains("locks"), "\(hidden)")
        try release(bench)
        try bench.shell("wait $holder")
        let free = try bench.run("sync")
        #expect(free.status == 0, "\(free)")
        try bench.shell("losetup -d $loop; echo unplugged")
        _ = try bench.line(with: "unplugged")
    }
}
