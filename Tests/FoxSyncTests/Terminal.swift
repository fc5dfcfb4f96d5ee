// The program on a pseudo-terminal, answered when it asks.
import Foundation
import Testing

/// A conversation with a program at a terminal.
enum Terminal {
    /// Whether there is a Python to hold the other end.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// One turn: what is waited for, and what is done then.
    struct Turn {
        let awaited: String
        let answer: String
        let command: String

        /// Types an answer.
        static func type(_ answer: String, at awaited: String) -> Turn {
            Turn(awaited: awaited, answer: answer, command: "")
        }

        /// Has something else happen, and types an answer then.
        static func run(_ command: String, thenType answer: String, at awaited: String) -> Turn {
            Turn(awaited: awaited, answer: answer, command: command)
        }
    }

    /// Waits for each text in turn; whoever says nothing for a minute is killed.
    private static let script = """
        import os, pty, select, sys, termios
        program, turns = sys.argv[1].split("\\x1f"), sys.argv[2:]
        pid, fd = pty.fork()
        if pid == 0:
            os.execvp(program[0], program)
        seen = b""
        def read():
            if not select.select([fd], [], [], 60)[0]:
                os.kill(pid, 9)
                print("NO ANSWER WITHIN A MINUTE")
            try:
                chunk = os.read(fd, 65536)
            except OSError:
                chunk = b""
            sys.stdout.buffer.write(chunk)
            return chunk
        for place in range(0, len(turns), 3):
            awaited = turns[place].encode()
            while awaited not in seen:
                chunk = read()
                if not chunk:
                    break
                seen += chunk
            seen = seen[seen.find(awaited) + len(awaited):] if awaited in seen else b""
            if turns[place + 2]:
                os.system(turns[place + 2])
            os.write(fd, turns[place + 1].encode())
        while read():
            pass
        status = os.waitpid(pid, 0)[1]
        sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
        """

    /// Runs a program; 128 and the signal's number is the status of one that a signal ended.
    static func run(
        _ program: Program, _ arguments: [String], environment: [String: String] = [:],
        _ turns: Turn...
    ) throws -> Outcome {
        try run(program, words: [Program.path] + arguments, environment, turns)
    }

    /// Runs a line of shell, which may change the terminal first.
    static func run(
        _ program: Program, shell line: String, environment: [String: String] = [:]
    ) throws -> Outcome { try run(program, words: ["/bin/sh", "-c", line], environment, []) }

    private static func run(
        _ program: Program, words: [String], _ environment: [String: String], _ turns: [Turn]
    ) throws -> Outcome {
        let words = words.joined(separator: "\u{1f}")
        let running = try Running(
            "/usr/bin/python3",
            ["-c", script, words] + turns.flatMap { [$0.awaited, $0.answer, $0.command] },
            program.environment.merging(environment) { $1 },
            output: program.folder + "/" + UUID().uuidString)
        return try running.wait()
    }
}

extension Program {
    /// Names and bytes of all that is in the folder of drafts.
    func allDrafts() -> [String: Data] {
        let root = folder + "/home/drafts"
        guard let paths = FileManager.default.subpaths(atPath: root) else { return [:] }
        return paths.reduce(into: [:]) {
            $0[$1] = FileManager.default.contents(atPath: root + "/" + $1) ?? Data()
        }
    }

    /// The folders of the kept versions.
    func allVersions() -> [String] {
        (FileManager.default.subpaths(atPath: folder + "/home/versions") ?? []).sorted()
    }
}
