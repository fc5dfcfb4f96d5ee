// What the computer itself does not give: rights, locks, a home, descriptors. It is said at once.
import Foundation
import Glibc
import SyncEngine
import Testing

@Suite("What this computer does not give is said at once", .timeLimit(.minutes(5)))
struct HostTests {
    private static let isRoot = geteuid() == 0

    /// Runs a line of shell as a user without rights, whose home is the program's.
    private func asNobody(_ program: Program, _ line: String) throws -> Outcome {
        for path in [program.folder, program.folder + "/home"] { chown(path, 65534, 65534) }
        return try shell(
            program,
            "setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '\(line)'")
    }

    private func shell(
        _ program: Program, _ line: String, _ more: [String: String] = [:],
        without names: [String] = []
    ) throws -> Outcome {
        var environment = program.environment.merging(more) { $1 }
        for name in names { environment[name] = nil }
        environment["F"] = Program.path
        return try Running(
            "/bin/sh", ["-c", line], environment, output: program.folder + "/" + UUID().uuidString
        ).wait()
    }

    @Test(
        "a state of root's is no empty one, for any command, and the agent says so at its start",
        .enabled(if: isRoot, "needs root"),
        arguments: [
            "log", "devices", "backup list", "draft list", "draft check hunt", "draft undo hunt",
            "draft show hunt", "status", "assign a b", "log export -", "agent",
        ])
    func rootsState(_ command: String) throws {
        let program = try Program()
        let home = program.folder + "/home"
        for name in ["drafts", "versions"] {
            mkdir(home + "/" + name, 0o700)
        }
        let outcome = try asNobody(program, "\"$F\" \(command)")
        #expect(outcome.status == 1)
        #expect(
            outcome.err.contains(
                "\(home)/drafts and \(home)/versions cannot be read: they belong to root"
                    + " (did you use sudo?)"), "\(outcome.err)")
        #expect(
            outcome.err.contains(
                "try: sudo chown -R \"$USER\" '\(home)/drafts' '\(home)/versions'"))
        #expect(!outcome.out.contains("watching"))
    }

    @Test(
        "one draft, its versions and a database of root's are named",
        .enabled(if: isRoot, "needs root"),
        arguments: [
            ("drafts/hunt", "draft check hunt"), ("versions/hunt", "draft undo hunt"),
            ("fox-sync.db", "log"), ("fox-sync.conf", "config show"),
        ])
    func rootsFile(_ name: String, _ command: String) throws {
        let program = try Program()
        let path = program.folder + "/home/" + name
        #expect(try program.run("draft", "new", "hunt").status == 0)
        #expect(try program.run("draft", "set", "hunt", "CALLSIGN=K1FOX").status == 0)
        try program.write("[results]\n", to: "home/fox-sync.conf")
        _ = try shell(
            program,
            "chown -R 65534:65534 home/ && chown 0:0 \(path) && chmod go= \(path)"
                .replacing("home/ ", with: program.folder + "/home "))
        let outcome = try asNobody(program, "\"$F\" \(command)")
        #expect([1, 2].contains(outcome.status))
        #expect(outcome.err.contains("\(path) cannot be read"), "\(outcome.err)")
        #expect(outcome.err.contains("belongs to root (did you use sudo?)"))
        #expect(outcome.err.contains("sudo chown -R \"$USER\" '\(path)'"))
    }

    @Test("a filesystem without locks is named at once, and the agent does not start")
    func locks() throws {
        let program = try Program()
        try program.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <stdarg.h>
            #include <stdlib.h>
            static int no(int fd, int cmd, void *a, const char *name) {
                if (cmd == F_SETLK || cmd == F_SETLKW || cmd == F_GETLK) {
                    errno = atoi(getenv("FOX_ERRNO"));
                    return -1;
                }
                int (*real)(int, int, void *) = (int (*)(int, int, void *))dlsym(RTLD_NEXT, name);
                return real(fd, cmd, a);
            }
            #define REST va_list l; va_start(l, cmd); void *a = va_arg(l, void *); va_end(l)
            int fcntl(int fd, int cmd, ...) { REST; return no(fd, cmd, a, "fcntl"); }
            int fcntl64(int fd, int cmd, ...) { REST; return no(fd, cmd, a, "fcntl64"); }

            """, to: "shim.c")
        let built = try shell(
            program,
            "cd '\(program.folder)' && $(command -v cc || command -v clang) -shared -fPIC -o shim.so"
                + " shim.c -ldl")
        try #require(built.status == 0, "\(built.err)")
        for (number, name) in [(ENOLCK, "ENOLCK"), (EOPNOTSUPP, "EOPNOTSUPP")] {
            for command in ["log", "draft new hunt", "draft set hunt MORSE_WPM=20", "agent"] {
                _ = try program.run("draft", "new", "hunt", "--force")
                let outcome = try shell(
                    program, "exec \"$F\" \(command)",
                    ["LD_PRELOAD": program.folder + "/shim.so", "FOX_ERRNO": "\(number)"])
                #expect(outcome.status == 1, "\(command): \(outcome.out)\(outcome.err)")
                #expect(
                    outcome.err.contains(
                        "the filesystem of \(program.folder)/home has no locks (\(name)): put"
                            + " fox-sync's state on a local disk"), "\(command): \(outcome.err)")
            }
        }
    }

    @Test("a FIFO in the place of the database is refused, and nothing waits for it")
    func fifo() throws {
        for end in ["", "-wal"] {
            let program = try Program()
            if !end.isEmpty { _ = try program.run("draft", "new", "hunt") }
            unlink(program.folder + "/home/fox-sync.db" + end)
            #expect(mkfifo(program.folder + "/home/fox-sync.db" + end, 0o600) == 0)
            for command in [["log"], ["draft", "new", "a"]] {
                let outcome = try program.run(command)
                // A change of drafts is made by then, and says what could not be recorded.
                #expect(outcome.status == (command == ["log"] ? 1 : 0))
                #expect(outcome.err.contains("a FIFO stands in its place"), "\(outcome.err)")
            }
        }
    }

    @Test("without HOME the list of users has it; one that is no whole path is an error")
    func home() throws {
        let of = { Places(environment: $0, account: "/home/me") }
        #expect(of([:]).drafts == "/home/me/.local/share/fox-sync/drafts")
        #expect(of(["HOME": ""]) == of([:]))
        #expect(of(["HOME": "/h"]).config == "/h/.config/fox-sync/fox-sync.conf")
        #expect(of(["XDG_DATA_HOME": "data"]) == of([:]))
        #expect(Places(environment: [:], account: "/").drafts.hasPrefix("/.local"))
        #expect(Places.problem(in: [:], account: "/home/me") == nil)
        #expect(Places.problem(in: [:], account: nil)?.contains("HOME is not set") == true)
        #expect(Places.problem(in: ["HOME": "foo", "FOX_SYNC_HOME": "/x"]) == nil)
        let program = try Program()
        let outcome = try shell(
            program, "exec \"$F\" draft list", ["HOME": "foo"],
            without: ["FOX_SYNC_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"])
        #expect(outcome.status == 2)
        #expect(outcome.err.contains("HOME is 'foo': it has to be a whole path"), "\(outcome.err)")
    }

    @Test("an XDG_RUNTIME_DIR that is not there is not made: the locks are beside the database")
    func runtime() throws {
        let program = try Program()
        let (missing, there) = (program.folder + "/run/99999", program.folder + "/home")
        let places = Places(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": missing])
        #expect(places.locks == "/h/.local/state/fox-sync/locks")
        #expect(
            Places(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": there]).locks
                == there + "/fox-sync")
        let outcome = try shell(
            program, "exec \"$F\" draft new a",
            ["HOME": program.folder + "/me", "XDG_RUNTIME_DIR": missing],
            without: ["FOX_SYNC_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"])
        #expect(outcome.status == 0, "\(outcome.err)")
        #expect(access(missing, F_OK) != 0)
        // What is made is nobody else's business.
        for name in ["share/fox-sync", "share/fox-sync/drafts", "state/fox-sync"] {
            var status = stat()
            #expect(stat("\(program.folder)/me/.local/\(name)", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700, "\(name)")
        }
    }

    @Test("limits below which nothing works are said, and a file too large is no sudden end")
    func limits() throws {
        let program = try Program()
        for (limit, words) in [
            ("-n 5", "the limit of open files is 5"), ("-n 31", "needs 32"),
            ("-v 120000", "the limit of memory is 117 MiB"),
        ] {
            let outcome = try shell(program, "ulimit \(limit); exec \"$F\" draft list")
            #expect(outcome.status == 1, "\(limit)")
            #expect(outcome.err.contains(words), "\(outcome.err)")
            #expect(outcome.err.contains("ulimit"))
        }
        let outcome = try shell(program, "(ulimit -f 0; exec \"$F\" draft new hunt 2>&1) | cat")
        #expect(outcome.out.contains("fox-sync: "), "\(outcome.out)")
    }

    @Test("a backup whose SHA256SUMS is damaged says so")
    func sums() throws {
        let program = try Program()
        _ = try program.syncedFox()
        let run = try program.newestBackup()
        let list = try program.run("backup", "list", "--json").json()
        let path = try #require((list["backups"] as? [[String: Any]])?.first?["path"] as? String)
        try "nonsense\n".write(toFile: path + "/SHA256SUMS", atomically: false, encoding: .utf8)
        let outcome = try program.run("backup", "show", run)
        #expect(outcome.status == 6)
        #expect(outcome.err.contains("SHA256SUMS is damaged: 'nonsense'"), "\(outcome.err)")
    }
}
