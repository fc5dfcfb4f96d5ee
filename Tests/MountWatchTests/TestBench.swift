// Where probes run: namespaces of their own with or without a udevd, or umockdev's testbed.
import Foundation
import Glibc

/// What this machine lets the tests do, and how probes are started.
enum TestBench {
    /// Root, and the kernel gives namespaces.
    static let hasNamespaces =
        geteuid() == 0 && succeeds(["unshare", "-m", "-n", "-p", "-f", "true"])
    /// There is a udevd to start and a loop device to show it.
    static let hasUdevd =
        hasNamespaces && udevd != nil && access("/dev/loop-control", R_OK | W_OK) == 0
        && succeeds(["sh", "-c", "command -v losetup mkfs.ext4 udevadm >/dev/null"])
    /// umockdev is installed.
    static let hasMock = succeeds(["sh", "-c", "command -v umockdev-wrapper >/dev/null"])

    /// systemd-udevd, which is in no search path.
    static let udevd = ["/usr/lib/systemd/systemd-udevd", "/lib/systemd/systemd-udevd"].first {
        (path: String) in access(path, X_OK) == 0
    }

    /// Runs a test with a probe in new namespaces of mounts, network and processes.
    ///
    /// udev's events belong to the network. All of it is gone when the test has ended, however it ended.
    ///
    /// - Parameters:
    ///   - arguments: For the probe.
    ///   - test: Gets the probe and an empty folder, a tmpfs, for its files.
    /// - Throws: What the test throws, or when the probe cannot be started.
    static func inNamespaces(
        _ arguments: [String] = [], _ test: (Probe, String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mountwatch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The shell is the first process of its namespace, and stays so that it can detach the loop
        // devices of a test that did not come that far.
        let script = """
            set -e
            mount -t tmpfs -o size=64m mountwatch-files "$1"
            mount -t tmpfs mountwatch-run /run
            mkdir /run/udev
            folder=$1; probe=$2; shift 2
            status=0
            "$probe" "$@" || status=$?
            umount -R "$folder" 2>/dev/null || :
            losetup -n -O NAME,BACK-FILE | while read -r name file; do
                case $file in "$folder"/*)
                    delpart "$name" 1 2>/dev/null || :
                    losetup -d "$name";;
                esac
            done
            exit $status
            """
        let probe = try Probe(
            "/usr/bin/env",
            [
                "unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc",
                "--propagation", "private", "sh", "-c", script, "sh", folder, executable,
            ] + arguments)
        try await end(probe) { try await test(probe, folder) }
    }

    /// Runs a test with a probe whose devices are umockdev's.
    static func withMock(_ test: (Probe) async throws -> Void) async throws {
        let probe = try Probe("/usr/bin/env", ["umockdev-wrapper", executable, "--mock"])
        try await end(probe) { try await test(probe) }
    }

    private static func end(_ probe: Probe, after test: () async throws -> Void) async throws {
        do { try await test() } catch {
            await probe.end()
            throw error
        }
        await probe.end()
    }

    // The probe is built into the folder of the test's own program.
    private static let executable: String = {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent()
            .appendingPathComponent("mountwatch-probe").path
    }()

    private static func succeeds(_ command: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
