// Each check, with the sentence that it says; and the documentation of all of them.
import Foundation
import Testing

@testable import PicoFox

@Suite("Checks")
struct CheckTests {
    private static let good = "CALLSIGN=K7ABC\nITU_ZONE=2\nFREQ_MHZ=146.565000\nDUTY_CYCLE=50\n"
    private static let audio = WavFile.canonical(samples: [0, 1000, 0, -1000], sampleRate: 5000)

    private func check(
        _ settings: String, _ firmware: Firmware = .stock,
        files: [String: [UInt8]] = ["audio.wav": CheckTests.audio], offAir: Bool = false
    ) -> [Finding] {
        firmware.check(
            settings: [UInt8](text: settings), files: files, offAirAllowed: offAir)
    }

    @Test("a good draft has no findings")
    func good() {
        #expect(check(CheckTests.good).isEmpty)
    }

    @Test(
        "a line that is not read as it looks is an error with its line and its effect",
        arguments: [
            (
                "FREQ_MHZ=146,565\n", "decimal-comma", 5,
                "would transmit on 146.000 MHz, not 146.565: the decimal sign must be a point"
            ),
            (
                "# comment\nFREQ_MHZ=145.5\n", "hidden-line", 6,
                "the comment on line 5 hides FREQ_MHZ: the fox would use 146.565 MHz"
            ),
            (
                "FREQ_MHZ = 145.5\n", "spaces-around-equals", 5,
                "blanks round FREQ_MHZ make it another key: the fox would use 146.565 MHz"
            ),
            (
                "FREQ_MHZ=145.5", "unfinished-line", 5,
                "FREQ_MHZ stands on a last line without a newline, which is not read: "
                    + "the fox would use 146.565 MHz"
            ),
            (
                "DUTY_CYCLE=356\n", "number-cut", 5,
                "DUTY_CYCLE=356 is not within 0 to 100: the fox would use 100 %"
            ),
            (
                "MORSE_WPM=45\n", "out-of-range", 5,
                "MORSE_WPM=45 is not within 1 to 30: the fox would use 15 WPM"
            ),
            (
                "MORSE_WPM=fast\n", "value-unreadable", 5,
                "MORSE_WPM=fast makes no sense: the fox would use 15 WPM"
            ),
            (
                "CALLSIGN=VP2E/K7ABC/P\n", "callsign-too-long", 5,
                "CALLSIGN keeps 11 characters: the fox would send 'VP2E/K7ABC/'"
            ),
            (
                "CALLSIGN=K7ABC/P\n", "callsign-silent", 5,
                "'/' in CALLSIGN is silent in Morse: the ID would be K7ABCP"
            ),
            (
                "CALLSIGN=\r\n", "carriage-return", 5,
                "the line ends in CR LF, and the CR stays in CALLSIGN: an empty callsign would "
                    + "count as set, and the fox transmit without an ID"
            ),
            (
                "FREQ_MHZ=144.000\n", "out-of-band", 5,
                "144.000 MHz is outside 144.020 to 147.980 MHz (ITU zone 2): the fox would stay "
                    + "off the air"
            ),
            (
                "ITU_ZONE=9\n", "out-of-range", 5,
                "ITU_ZONE=9 is no zone: the fox would act as in zone 2"
            ),
            (
                "ITU_ZO\nNE=1\n", "no-equals", 5, "line 5 has no '=': it sets nothing"
            ),
            (
                "MORSE_TONE=1\u{0}000\n", "nul-byte", 5,
                "a NUL byte cuts MORSE_TONE short: the fox would use 600 Hz"
            ),
        ])
    func misreadLines(lines: String, code: String, line: Int, message: String) {
        let findings = check(CheckTests.good + lines)
        #expect(
            findings.contains { $0.code == code && $0.line == line && $0.message == message },
            "\(findings.map(\.message))")
    }

    @Test("units, comments and signs behind or before a number do no harm")
    func units() {
        #expect(
            check(
                "CALLSIGN=K7ABC\nITU_ZONE=2 ; region\nFREQ_MHZ=146.565MHz\nDUTY_CYCLE=50%\n"
                    + "MORSE_WPM=+15wpm\nMORSE_TONE=600 Hz\n"
            ).isEmpty)
        #expect(
            check(
                CheckTests.good
                    + "FREQ_MHZ=+145.5 MHz # 146.565 at night\nDUTY_CYCLE=50 % // half\n"
                    + "MORSE_WPM=15 ;slow\n"
            ).filter { $0.code != "duplicate-key" }.isEmpty)
        #expect(check(CheckTests.good + "FREQ_MHZ=1.455e2\n").map(\.code) == ["duplicate-key"])
    }

    static let unreadable = [
        "FREQ_MHZ=145 500", "FREQ_MHZ=146 565", "FREQ_MHZ=146. 565", "FREQ_MHZ=146.565 145.5",
        "FREQ_MHZ=145.500 kHz", "FREQ_MHZ=145500 kHz", "FREQ_MHZ=145.5 Hz", "FREQ_MHZ=145.5;145.6",
        "FREQ_MHZ=145.5MHz 146", "FREQ_MHZ=145.5 or so", "FREQ_MHZ=145.5%", "FREQ_MHZ=145.5e",
        "DUTY_CYCLE=5 0", "DUTY_CYCLE=50;60", "DUTY_CYCLE=50 ; 60", "DUTY_CYCLE=50%60",
        "MORSE_WPM=1 5", "MORSE_WPM=1e1", "MORSE_WPM=0x10", "MORSE_TONE=600 WPM",
        "ATTENUATION=10 dB",
    ]

    @Test("what the firmware reads half of is an error, and refused", arguments: unreadable)
    func halfNumbers(line: String) {
        let found = check(CheckTests.good + line + "\n")
            .filter { $0.severity == .error && $0.code != "out-of-band" }
        #expect(found.map(\.code) == ["value-unreadable"])
        let pair = line.split(separator: "=").map(String.init)
        #expect(
            Firmware.stock.refusal(toSet: pair[0], to: pair[1])?.hasSuffix("not '\(pair[1])'")
                == true)
    }

    @Test("a word that the firmware does not know is an error, also where it knows one word only")
    func words() {
        let found = { (lines: String) in
            check(
                CheckTests.good + lines, .pacificon,
                files: ["audio.wav": WavFile.canonical(samples: [1], sampleRate: 8000)]
            ).map { "\($0.severity) \($0.message)" }
        }
        #expect(
            found("SSTV_MODE=PD120\n") == [
                "error SSTV_MODE=PD120 makes no sense: the fox would use 'ROBOT36'"
            ])
        #expect(found("SSTV_MODE=36\n").isEmpty)
        #expect(found("SSTV_MODE = PD120\n").map { $0.prefix(5) } == ["error"])
        #expect(found("SSTV_MODE = ROBOT36\n").map { $0.prefix(7) } == ["warning"])
        #expect(
            found("SSTV_MODE=ROBOT36\nSSTV_MODE=SCOTTIE1\n") == [
                "warning SSTV_MODE is set again on line 6: the fox would use 'ROBOT36'",
                "error SSTV_MODE=SCOTTIE1 makes no sense: the fox would use 'ROBOT36'",
            ])
        for word in ["AUDIO_MODE=MP3", "ATTENUATION_MODE=MANUAL", "VOICE_ENABLE=maybe"] {
            #expect(found(word + "\n").first?.contains("makes no sense") == true, "\(word)")
        }
    }

    @Test("pacificon drops a CR within a key, and loses an unfinished line with all own keys there")
    func pacificonLines() {
        let own = String(decoding: Firmware.pacificon.factorySettings, as: UTF8.self)
        let codes = { (text: String) in
            check(
                text, .pacificon,
                files: ["audio.wav": WavFile.canonical(samples: [1], sampleRate: 8000)]
            ).filter { $0.code != "no-callsign" }.map(\.code)
        }
        #expect(codes(own + "CALLSIGN=K7ABC\n") == ["duplicate-key"])
        #expect(codes(own + "CALLSIGN=K7ABC").contains("unfinished-line"))
        #expect(
            codes("CALLSIGN=K7ABC\nFREQ_MHZ=145.5\nMORSE_W\rPM=9\nDUTY_CYCLE=9\n").contains(
                "joined-lines"))
    }

    @Test("reversed attenuation is one warning, and a hidden half of it still an error")
    func reversedAttenuation() {
        let wav = ["audio.wav": WavFile.canonical(samples: [1], sampleRate: 8000)]
        let codes = { (lines: String) in
            check(CheckTests.good + lines, .pacificon, files: wav).map(\.code)
        }
        #expect(codes("ATTENUATION_MIN=90\nATTENUATION_MAX=10\n") == ["attenuation-reversed"])
        #expect(codes("ATTENUATION_MIN=9\nATTENUATION_MAX = 10\n") == ["spaces-around-equals"])
    }

    @Test("decimals below a hertz are a warning, and an error where they are rounded at each start")
    func decimals() {
        let wav = ["audio.wav": WavFile.canonical(samples: [1], sampleRate: 8000)]
        let found = { (text: String, firmware: Firmware) in
            check(CheckTests.good + text, firmware, files: wav)
                .filter { $0.code == "too-many-decimals" }.map(\.severity)
        }
        #expect(found("FREQ_MHZ=145.6600007\n", .stock) == [.warning])
        #expect(found("FREQ_MHZ=145.6600007\n", .pacificon) == [.error])
        #expect(found("FREQ_MHZ=145.6600002\n", .pacificon) == [.warning])
        #expect(found("FREQ_MHZ=145.6600000\n", .pacificon) == [])
    }

    @Test("a byte-order mark takes the callsign off the fox")
    func byteOrderMark() {
        let findings = check("\u{FEFF}" + CheckTests.good)
        #expect(
            findings.first?.message
                == "the byte-order mark at the start hides CALLSIGN: the fox would use none")
        #expect(Set(findings.map(\.code)) == ["byte-order-mark", "no-callsign"])
    }

    @Test("two lines that stick together are named")
    func joinedLines() {
        let findings = check(CheckTests.good + "MORSE_TO\nNE=700\n")
        let joined = findings.first { $0.code == "joined-lines" }
        #expect(
            joined?.message
                == "lines 5 to 6 together are read as MORSE_TONE: the fox would use 700 Hz")
    }

    @Test("a hidden line that changes nothing is a warning")
    func harmlessHiding() {
        let findings = check(CheckTests.good + "MORSE_TONE=600")
        #expect(findings.map(\.severity) == [.warning] && !findings.haveErrors)
    }

    @Test("pacificon is safe from comments, but not from blanks before '=' of its own keys")
    func pacificon() {
        let wav = ["audio.wav": WavFile.canonical(samples: [0, 9], sampleRate: 8000)]
        let fine = check(
            "# note\n CALLSIGN = K7ABC/P\r\nFREQ_MHZ=145.5\nDUTY_CYCLE=50\n", .pacificon, files: wav
        )
        #expect(fine.isEmpty, "\(fine)")
        let taken = check(CheckTests.good + "SSTV_ENABLE = 1\n", .pacificon, files: wav)
        #expect(taken.map(\.code) == ["spaces-around-equals"])
        #expect(taken.first?.severity == .error)
    }

    @Test("silence is an error unless it was asked for")
    func silence() {
        let silent = "CALLSIGN=\nFREQ_MHZ=145.5\nDUTY_CYCLE=0\n"
        #expect(check(silent).map(\.code) == ["no-callsign", "duty-zero"])
        #expect(check(silent, offAir: true).isEmpty)
        #expect(check(CheckTests.good + "DUTY_CYCLE=256\n", offAir: true).haveErrors)
        #expect(
            check(
                CheckTests.good + "VOICE_ENABLE=0\n", .pacificon, files: [:]
            ).map(\.code) == ["modes-off"])
    }

    @Test("an ID less often than every ten minutes is a warning")
    func idInterval() {
        let long = WavFile.canonical(
            samples: [Int16](repeating: 100, count: 5000 * 601), sampleRate: 5000)
        let findings = check(CheckTests.good, files: ["audio.wav": long])
        #expect(findings.map(\.code) == ["id-too-rare"])
        #expect(findings.first?.message.contains("every 16 minutes") == true)
    }

    @Test("a WAV that is cut is an error, silence a warning, and the factory's audio neither")
    func cutAndSilent() {
        func codes(_ wav: [UInt8]) -> [String] {
            Firmware.stock.check(
                settings: Firmware.stock.factorySettings, files: ["audio.wav": wav],
                offAirAllowed: true
            ).filter { $0.file == "audio.wav" }.map { "\($0.severity) \($0.code)" }
        }
        let whole = WavFile.canonical(
            samples: [Int16](repeating: 1000, count: 40_000), sampleRate: 5000)
        #expect(codes(whole) == [])
        #expect(codes(Array(whole.prefix(20_011))) == ["error wav-short"])
        #expect(codes(Array(whole.prefix(44))) == ["warning wav-empty", "error wav-short"])
        #expect(
            codes(WavFile.canonical(samples: [0, 0, 0], sampleRate: 5000)) == [
                "warning wav-silent"
            ])
        let header = WavFile.header(sampleCount: 150_000, sampleRate: 5000)
        #expect(codes(header + [UInt8](repeating: 7, count: 288_000)) == [])
        let short = Firmware.stock.check(
            settings: Firmware.stock.factorySettings, files: ["audio.wav": Array(whole.prefix(45))],
            offAirAllowed: true
        ).first { $0.code == "wav-short" }
        #expect(
            short?.message
                == "the header claims 80000 bytes of audio, and the file ends after 1: still"
                + " being copied, or cut short")
    }

    @Test("an audio file that is not played as meant is an error that says what is heard")
    func wavs() {
        let file = { (name: String) in ["audio.wav": [UInt8](CaseFiles.data("wav/\(name).wav"))] }
        let codes = { (name: String) in check(CheckTests.good, files: file(name)).map(\.code) }
        #expect(codes("list-before-data") == ["wav-noise"])
        #expect(codes("rate-8000") == ["wav-speed"])
        #expect(codes("rifx") == ["wav-skipped"])
        #expect(codes("header-claims-more") == ["wav-short"])
        #expect(codes("bits-8") == ["wav-noise"])
        let loud = WavFile.canonical(samples: [0, 20000], sampleRate: 5000)
        let findings = check(CheckTests.good, files: ["audio.wav": loud])
        #expect(findings.map(\.code) == ["wav-overdeviates"] && !findings.haveErrors)
    }

    @Test("files that the firmware deletes, does not play or never reaches are named")
    func files() {
        let wav = WavFile.canonical(samples: [0, 9], sampleRate: 8000)
        let names = { (names: [String], firmware: Firmware) in
            check(
                CheckTests.good, firmware,
                files: Dictionary(uniqueKeysWithValues: names.map { ($0, wav) })
            ).map { "\($0.code) \($0.file)" }
        }
        #expect(
            names(["audio.wav", "audio1.wav", "audio3.wav"], .pacificon) == ["audio-gap audio3.wav"]
        )
        #expect(
            names(["audio.wav", "notes.txt", "Audio1.wav"], .pacificon)
                == ["file-name Audio1.wav", "file-name notes.txt"])
        #expect(names(["audio1.wav"], .pacificon).contains("audio-missing audio.wav") == false)
        #expect(check(CheckTests.good, files: [:]).map(\.code) == ["audio-missing"])
    }

    @Test("a picture of another size is an error, since the firmware skips it")
    func pictures() {
        let jpeg = { (width: UInt8, height: UInt8) -> [UInt8] in
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 0, height, 1, width]
        }
        let codes = { (picture: [UInt8]) in
            check(
                CheckTests.good + "SSTV_ENABLE=1\n", .pacificon,
                files: [
                    "audio.wav": WavFile.canonical(samples: [1], sampleRate: 8000),
                    "sstv.jpg": picture,
                ]
            ).map { "\($0.code): \($0.message)" }
        }
        #expect(codes(jpeg(64, 240)).isEmpty)
        #expect(
            codes(jpeg(0, 240)) == [
                "picture-size: the picture is 256x240, not 320x240: it is skipped"
            ])
        #expect(codes([0xFF, 0xD8, 0xFF]).first?.contains("no JPEG") == true)
    }

    @Test("a value that the firmware would not take is refused before it is written")
    func refusedValues() {
        let refusal = { (key: String, value: String) in
            Firmware.stock.refusal(toSet: key, to: value)
        }
        #expect(refusal("morse_wpm", "20") == nil)
        #expect(refusal("MORSE_WPM", "45") == "MORSE_WPM takes 1 to 30 WPM, not 45")
        #expect(refusal("MORSE_WPM", "fast") == "MORSE_WPM takes 1 to 30 WPM, not 'fast'")
        #expect(refusal("FREQ_MHZ", "146,565") == nil)
        #expect(refusal("FREQ_MHZ", "446")?.contains("outside 144.020 to 147.980") == true)
        #expect(refusal("CALLSIGN", "VP2E/K7ABC/P") == "CALLSIGN keeps 11 characters")
        #expect(refusal("CALLSIGN", "k7abc/p") == "'/' in CALLSIGN is silent in Morse")
        #expect(refusal("CALLSIGN", "") == nil)
        #expect(Firmware.pacificon.refusal(toSet: "CALLSIGN", to: "k7abc/p") == nil)
        #expect(refusal("FOX_NUMBER", "2")?.contains("does not know FOX_NUMBER") == true)
        #expect(Firmware.pacificon.refusal(toSet: "AUDIO_MODE", to: "mp3") != nil)
    }

    @Test("docs/checks.md explains every code with its severity, and no other")
    func documentation() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/checks.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let documented = Dictionary(uniqueKeysWithValues: rows.map { ($0[1], $0[2]) })
        for code in CheckCode.allCases {
            let severities = code.severities.map(\.rawValue).joined(separator: " or ")
            #expect(documented["`\(code.rawValue)`"] == severities, "\(code.rawValue)")
        }
        #expect(documented.count == CheckCode.allCases.count)
        #expect(rows.allSatisfy { $0.count == 6 && !$0[3].isEmpty && !$0[4].isEmpty })
    }
}
