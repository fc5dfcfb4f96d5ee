// What an up-to-date fox is owed: any host write stops its transmitter until the next power-up.
import Foundation
import Testing

@Suite("An up-to-date fox", .timeLimit(.minutes(20)))
struct UntouchedTests {
    /// Calls that change a file's bytes, name or times, whatever they are given.
    private static let changing = [
        "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "link",
        "linkat", "symlink", "symlinkat", "truncate", "ftruncate", "chmod", "fchmod", "fchmodat",
        "chown", "fchown", "fchownat", "utime", "utimes", "utimensat", "futimesat", "setxattr",
        "write", "pwrite64", "writev", "pwritev", "fallocate", "copy_file_range",
    ]

    /// The lines of a trace that would have changed something below a folder.
    private static func writes(in trace: String, below folder: String) -> [String] {
        trace.split(separator: "\n").map(String.init).filter { line in
            guard line.contains(folder) else { return false }
            let call = line.prefix { $0 != "(" }.split(separator: " ").last.map(String.init) ?? ""
            let opens = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains(where: line.contains)
            return opens || changing.contains(call)
        }
    }

    /// The times of a folder's files, and those of its own that a change of the folder sets.
    private func times(of folder: String) throws -> [String] {
        try (FileManager.default.contentsOfDirectory(atPath: folder) + ["."]).sorted().map { name in
            var status = stat()
            #expect(lstat(folder + "/" + name, &status) == 0)
            let times = [status.st_mtim, status.st_ctim] + (name == "." ? [] : [status.st_atim])
            return "\(name) \(times)"
        }
    }

    @Test(
        "nothing on it is opened for writing, and no times change",
        .enabled(if: isThere("strace"), "strace is not installed"))
    func untouched() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        func trace(_ name: String) throws -> (said: Outcome, writes: [String]) {
            let file = program.folder + "/" + name
            let running = try Running(
                "/usr/bin/env",
                [
                    "strace", "-f", "-y", "-qq", "-o", file, "-e",
                    "trace=%file,%desc", Program.path, "sync", "--volume", fox,
                ], program.environment, output: file)
            return (try running.wait(), Self.writes(in: try program.text(file), below: fox))
        }
        // The trace shows what a push does, so that it would show what nothing does.
        let (pushed, pushes) = try trace("push")
        #expect(pushed.out.contains("pushed"), "\(pushed)")
        #expect(pushes.contains { $0.contains("O_CREAT") && $0.contains("foxsync.tmp") })
        #expect(pushes.contains { $0.contains("rename") && $0.contains("audio.wav") })
        // Old times: reading a file whose last access is long past would show.
        #expect(try program.shell("touch -a -d '2020-01-01' \(fox)/*").wait().status == 0)
        let before = try times(of: fox)
        let (idle, writes) = try trace("idle")
        #expect(idle.out.contains("up-to-date"), "\(idle)")
        #expect(writes.isEmpty, "\(writes)")
        #expect(try times(of: fox) == before)
        // What will be read is asked for before the computer's own files are, so that a slow medium
        // and they take their time together.
        let lines = try program.text(program.folder + "/idle").split(separator: "\n")
        let asked = lines.firstIndex {
            $0.contains("\(fox)/audio.wav") && $0.contains("POSIX_FADV_WILLNEED")
        }
        let database = lines.firstIndex { $0.contains("open") && $0.contains("fox-sync.db") }
        let isEarly = try #require(asked) < #require(database)
        #expect(isEarly)
    }
}
