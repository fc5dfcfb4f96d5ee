// Edits of a draft whose fox is plugged in, made by the programs that people use.
import Foundation
import Testing

@Suite(
    "Edits while plugged in", .serialized,
    .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
    .timeLimit(.minutes(20))
)
struct EditTests {
    @Test(
        "an edit by a program that people use is pushed, once and whole",
        arguments: [
            ("sed", "sed -i 's/=146.565000/=145.300/' $s"),
            ("vim", "vim -es -u NONE -c '%s/=146.565000/=145.300/' -c 'set backup' -c wq $s"),
            (
                "vim",
                "vim -es -u NONE -c 'set backupcopy=no' -c '%s/=146.565000/=145.300/' -c wq $s"
            ),
            (
                "emacs",
                "emacs -Q --batch $s --eval '(progn (while (search-forward \"=146.565000\" nil t)"
                    + " (replace-match \"=145.300\")) (save-buffer))' 2>/dev/null"
            ),
            ("cp", "sed 's/=146.565000/=145.300/' $s >copy; cp copy $s"),
            (
                "rsync",
                "mkdir -p r; sed 's/=146.565000/=145.300/' $s >r/settings.txt; rsync -I r/settings.txt $s"
            ),
            (
                "python3",
                "python3 -c \"import sys; p=sys.argv[1]; t=open(p).read(); f=open(p,'w');"
                    + " f.write(t.replace('=146.565000','=145.300')); f.close()\" $s"
            ),
            ("bash", "t=$(cat $s); echo \"${t/=146.565000/=145.300}\" >$s"),
        ])
    func programs(_ program: String, _ command: String) throws {
        let bench = try AgentBench.synced()
        try bench.shell(
            "command -v \(program) >/dev/null && echo it is there || echo it is not there")
        if try bench.line(with: "there") == "it is not there" {
            try Test.cancel("\(program) is not installed")
        }
        try bench.shell("s=home/drafts/fox1/settings.txt; \(command)")
        #expect(try result(bench).contains("pushed"))
        try bench.shell("echo on it: $(grep FREQ mnt/a/settings.txt)")
        #expect(try bench.line(with: "on it:") == "on it: FREQ_MHZ=145.300")
        // One push, and nothing after it: the next thing that is said is about the next edit.
        try bench.shell("rm home/drafts/fox1/audio.wav")
        #expect(try result(bench).contains("pushed"))
        #expect(try runs(bench) == 3)
    }

    /// The next result; an editor that is slow to close its file is waited for, and that is said.
    private func result(_ bench: AgentBench) throws -> String {
        var line = try bench.line(with: "mnt/a: ")
        while line.contains("waits: ") { line = try bench.line(with: "mnt/a: ") }
        return line
    }

    @Test("a draft that is written slowly, and one that is held open, is pushed when it is whole")
    func slowly() throws {
        let bench = try AgentBench.synced()
        try bench.shell(
            "exec 7>home/drafts/fox1/settings.txt; printf 'ITU_ZONE=2\\nFREQ_MHZ=145.3\\nCALLSIGN=K7' >&7"
        )
        // Half a settings.txt would be quite a valid one, with another callsign.
        #expect(try bench.line(with: "mnt/a: ").contains("is being written to"))
        try bench.shell("echo XYZ >&7; exec 7>&-")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
        try bench.shell("echo on it: $(grep CALLSIGN mnt/a/settings.txt)")
        #expect(try bench.line(with: "on it:") == "on it: CALLSIGN=K7XYZ")
    }

    @Test("a WAV that grows piece by piece, closed between them, is pushed once and whole")
    func growing() throws {
        let bench = try AgentBench.synced()
        try bench.program.sound("whole.wav", rate: 5000, channels: 1, seconds: 8)
        for size in [20_011, 40_000, 60_000] {
            try bench.shell("head -c \(size) whole.wav >home/drafts/fox1/audio.wav")
            #expect(try result(bench).contains("invalid"))
            try bench.shell("echo on it: $(stat -c %s mnt/a/audio.wav)")
            #expect(try bench.line(with: "on it:") == "on it: 52")
        }
        try bench.shell("cat whole.wav >home/drafts/fox1/audio.wav")
        #expect(try result(bench).contains("pushed"))
        try bench.shell("cmp whole.wav mnt/a/audio.wav && echo it is whole")
        _ = try bench.line(with: "it is whole")
    }

    @Test("a fox that is plugged in while its draft is written to waits for the whole draft")
    func plugged() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.agent()
        try bench.shell("exec 7>>home/drafts/fox1/settings.txt; echo MORSE_WPM=2 >&7")
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: ").contains("is being written to"))
        try bench.shell("exec 7>&-")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
    }

    @Test("saving a draft without a change, its swap files and other drafts start nothing")
    func quiet() throws {
        let bench = try AgentBench.synced("--verbose")
        try bench.program.draft("other", callsign: "K7ABD")
        _ = try bench.line(with: "at rest")
        try bench.shell(
            "cd home/drafts/fox1; cp settings.txt x; cp x settings.txt; rm x; touch audio.wav;"
                + " echo x >.settings.txt.swp; echo x >4913; echo x >settings.txt~; rm 4913; cd ../../.."
        )
        try bench.program.run("draft", "set", "other", "FREQ_MHZ=145.9")
        _ = try bench.line(with: "at rest")
        #expect(try bench.line(with: "looked at the drafts").hasSuffix(" 0"))
        try bench.shell("sed -i 's/=146.565000/=145.7/' home/drafts/fox1/settings.txt")
        _ = try bench.line(with: "mnt/a: pushed")
        #expect(try runs(bench) == 2)
        let newest = try bench.program.run("log", "--json").out.prefix { $0 != "\n" }
        // Nobody has to know of an editor's files.
        #expect(newest.contains("pushed") && !newest.contains("not staged"))
    }

    /// How many runs the log has.
    private func runs(_ bench: AgentBench) throws -> Int {
        try bench.program.run("log", "--json").out.split(separator: "\n").count
    }

    @Test("a draft that is made and assigned, and another one, while the fox is plugged in")
    func assigned() throws {
        let bench = try AgentBench()
        try bench.fox("a")
        try bench.agent()
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a").contains("no draft"))
        // Not even the folder of all drafts was there.
        try bench.program.draft()
        try bench.program.run("assign", "path:\(bench.program.folder)/mnt/a", "fox1")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed (fox1)"))
        try bench.program.draft("fox2", callsign: "K7ABD")
        try bench.program.run("assign", "path:\(bench.program.folder)/mnt/a", "fox2")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed (fox2)"))
        try bench.shell("echo on it: $(grep CALLSIGN mnt/a/settings.txt)")
        #expect(try bench.line(with: "on it:") == "on it: CALLSIGN=K7ABD")
    }

    @Test("after runs and edits nothing wakes the agent: no context switch, no timer")
    func idle() throws {
        let bench = try AgentBench.synced()
        try bench.shell("sed -i 's/=146.565000/=145.7/' home/drafts/fox1/settings.txt")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
        // Until two counts that are seconds apart are the same; a loop of its own doing never ends.
        try bench.shell(
            """
            count() { cat /proc/$agent/task/*/status | awk '/ctxt_switches/ { n += $2 } END { print n }'; }; \
            for i in 1 2 3 4 5 6 7 8; do a=$(count); sleep 3; b=$(count); [ $a = $b ] && break; done; \
            [ $a = $b ] && echo it is idle || echo it is restless
            """)
        #expect(try bench.line(with: "it is") == "it is idle")
    }
}
