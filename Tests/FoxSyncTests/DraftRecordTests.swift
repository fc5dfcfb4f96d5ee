// `draft record`: with a script in the place of arecord, since a test has no sound card. What a real
// arecord does with a real one is not shown here.
import Foundation
import PicoFox
import Testing

@Suite("draft record")
struct DraftRecordTests {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("draft", "new", "fox1").status == 0)
        // What comes out of a microphone: a WAV without its header.
        let wav = try program.sound("sound.wav", rate: 48000, channels: 1, seconds: 2)
        let samples = try Data(contentsOf: URL(fileURLWithPath: wav)).dropFirst(44)
        try samples.write(to: URL(fileURLWithPath: program.folder + "/microphone"))
    }

    private func seconds() throws -> Double {
        let bytes = [UInt8](try #require(program.staged()))
        return WavInspection(bytes).verdict(for: .stock).seconds
    }

    @Test("so many seconds are recorded, and the program is asked to end")
    func limited() throws {
        try program.stand(
            in: "arecord",
            """
            echo "$@" >\(program.folder)/arguments
            trap 'echo ended >\(program.folder)/ended; exit 1' INT
            cat \(program.folder)/microphone
            mkfifo \(program.folder)/never; : <\(program.folder)/never
            """)
        let outcome = try program.shell("$FOX draft record fox1 --seconds 1 --device plughw:1")
            .wait()
        #expect(outcome.status == 0, "\(outcome.err)")
        #expect(try seconds() == 1)
        #expect(
            try program.text(program.folder + "/arguments")
                == "-q -t raw -f S16_LE -c 1 -r 48000 -D plughw:1\n")
        #expect(try program.text(program.folder + "/ended") == "ended\n")
    }

    @Test("Ctrl-C ends the recording and keeps it")
    func interrupted() throws {
        // Tells the program's parent, as a person would, when all was sound was taken.
        try program.stand(
            in: "arecord",
            """
            cat \(program.folder)/microphone
            kill -INT $PPID
            exec sleep 1000
            """)
        let outcome = try program.shell("exec $FOX draft record fox1 --trim --gain 0").wait()
        #expect(outcome.status == 0, "\(outcome.err)")
        #expect(try seconds() == 2)
    }

    @Test("a recording with a header is taken for what it is")
    func header() throws {
        try program.stand(
            in: "pw-record",
            "echo \"$@\" >\(program.folder)/arguments\ncat \(program.folder)/sound.wav")
        let outcome = try program.shell("$FOX draft record fox1").wait()
        #expect(outcome.status == 0, "\(outcome.err)")
        #expect(try seconds() == 2)
        #expect(
            try program.text(program.folder + "/arguments")
                == "--format s16 --channels 1 --rate 48000 -\n")
    }

    @Test("a program that records nothing is told, and the draft stays")
    func nothing() throws {
        try program.stand(in: "arecord", "echo 'no such card' >&2; exit 3")
        let outcome = try program.shell("$FOX draft record fox1").wait()
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("no such card"))
        #expect(outcome.err.contains("arecord recorded nothing (exit code 3)"))
        #expect(program.staged() == nil)
    }

    @Test("without a program that records, the packages are named")
    func missing() throws {
        let outcome = try program.shell("PATH=/nowhere; export PATH; exec $FOX draft record fox1")
            .wait()
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("arecord (package alsa-utils)"))
        #expect(outcome.err.contains("pw-record (package pipewire-bin"))
    }
}
