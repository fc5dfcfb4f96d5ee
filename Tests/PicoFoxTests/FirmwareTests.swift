// Profiles, names, roles, recognition and the guess.
import Testing

@testable import PicoFox

@Suite("Firmware")
struct FirmwareTests {
    private func bytes(_ text: String) -> [UInt8] { [UInt8](text: text) }

    @Test("profiles have unique names, sane ranges and defaults within them")
    func profiles() {
        #expect(Firmware.all.map(\.id) == ["stock", "stock-r2", "kc9mne", "jf9som", "pacificon"])
        for firmware in Firmware.all {
            #expect(Firmware.named(firmware.id.uppercased()) == firmware)
            #expect(Set(firmware.keys.map(\.name)).count == firmware.keys.count)
            for rule in firmware.keys {
                if let range = rule.range, let value = rule.defaultValue.number {
                    #expect(range.contains(value), "\(firmware.id) \(rule.name)")
                    #expect(range.upperBound < 1 << (rule.bits ?? 0))
                }
                #expect(!rule.meaning.isEmpty)
            }
            #expect(firmware.idKeys.isSubset(of: firmware.keys.map(\.name)))
            #expect(firmware.idFile.map { firmware.ownedFiles.contains($0) } ?? true)
        }
        #expect(Firmware.named("r9") == nil)
    }

    @Test(
        "files have their roles, in any letter case",
        arguments: [
            ("SETTINGS.TXT", "stock", FileRole.settings), ("Audio.wav", "stock", .audio(order: 0)),
            ("audio1.wav", "stock", .foreign), ("audio.wav", "kc9mne", .foreign),
            ("AUDIO11.WAV", "kc9mne", .audio(order: 10)), ("audio12.wav", "kc9mne", .foreign),
            ("audio.wav", "jf9som", .firmwareOwned),
            ("audio999.wav", "pacificon", .audio(order: 999)),
            ("audio01.wav", "pacificon", .foreign), ("sstv.jpg", "pacificon", .picture),
            ("sstv.jpg", "stock", .foreign), ("morse.txt", "pacificon", .text),
            (".callsign.wav", "pacificon", .firmwareOwned),
            ("callsign.wav", "stock", .firmwareOwned),
            (".settings_crc.bin", "kc9mne", .firmwareOwned), ("._audio.wav", "stock", .hostLitter),
            (".Trash-1000", "stock", .hostLitter), ("FSCK0000.REC", "stock", .hostLitter),
            ("System Volume Information", "stock", .hostLitter), ("x.tmp", "stock", .hostLitter),
            ("notes.txt", "stock", .foreign), ("", "stock", .foreign),
        ])
    func roles(name: String, id: String, role: FileRole) throws {
        let firmware = try #require(Firmware.named(id))
        #expect(firmware.role(of: bytes(name)) == role)
    }

    @Test(
        "a name that cannot be staged is refused with the reason",
        arguments: [
            ("settings.txt", "stock", nil), ("audio.wav", "stock", nil),
            ("Audio.wav", "stock", "must be named 'audio.wav'"),
            ("notes.txt", "stock", "does not use"), ("notes.txt", "stock-r2", "would delete"),
            (".callsign.wav", "stock", "made by the firmware"), ("._a", "stock", "leftover"),
            ("a:b.wav", "stock", "cannot be stored"), ("a\n.wav", "stock", "control character"),
            ("audio.wav.", "stock", "dot or a space"), ("..", "stock", "folder"),
            ("audio2.wav", "stock", "does not use"), ("sstv3.jpg", "pacificon", nil),
        ] as [(String, String, String?)])
    func refusals(name: String, id: String, reason: String?) throws {
        let firmware = try #require(Firmware.named(id))
        let refusal = firmware.refusal(toStage: name)
        if let reason {
            #expect(refusal?.contains(reason) == true, "\(refusal ?? "nil")")
        } else {
            #expect(refusal == nil)
        }
    }

    @Test("a PicoFox is recognised by CALLSIGN, FREQ_MHZ and one key more, and by nothing less")
    func recognition() {
        let isFox = { (text: String) in Recognition.judge(bytes(text)) == .picoFox }
        for entry in CaseFiles.settings {
            #expect(Recognition.judge(entry.bytes) == .picoFox, "\(entry.name)")
        }
        #expect(isFox(" callsign = x\r\nFREQ_MHZ=1\nVOICE_ENABLE=1"))
        #expect(!isFox("CALLSIGN=\nFREQ_MHZ=1\n"))
        #expect(!isFox("CALLSIGN=\nFREQ_MHZ=1\nCALLSIGN=\n"))
        #expect(!isFox("CALLSIGN=\nDUTY_CYCLE=1\nITU_ZONE=1\n"))
        #expect(!isFox("# CALLSIGN=\nFREQ_MHZ=1\nDUTY_CYCLE=1\nITU_ZONE=1\n"))
        #expect(!isFox("CALLSIGN=\nFREQ_MHZ=1\nDUTY_CYCLE=1\n\u{0}"))
        #expect(!isFox(""))
        let padding = String(repeating: "\n", count: Recognition.maximumSize)
        let text = "CALLSIGN=\nFREQ_MHZ=1\nDUTY_CYCLE=1\n"
        #expect(!isFox(text + padding))
        #expect(isFox(text + padding.dropLast(text.utf8.count)))
    }

    @Test("fresh devices are told apart by their keys and files")
    func guess() {
        let guess = { (settings: [UInt8], names: [String]) in
            FirmwareGuess(settings: settings, names: names.map { Array($0.utf8) })
        }
        let stock = Firmware.stock.factorySettings
        let old = Firmware.stockR2.factorySettings
        let made = ["SETTINGS.TXT", "audio.wav", ".callsign.wav", ".settings_crc.bin"]
        #expect(guess(stock, made).likeliest == [.stock])
        #expect(guess(old, made).likeliest == [.stockR2])
        #expect(guess(Firmware.jf9som.factorySettings, made).likeliest == [.jf9som])
        let eleven = (1...11).map { "audio\($0).wav" }
        let files = ["settings.txt", "callsign.wav", ".settings_crc.bin"] + eleven
        #expect(guess(old, files).likeliest == [.kc9mne])
        let texts = ["settings.txt", "songs.txt", "messages.txt", "morse.txt"]
        #expect(guess(Firmware.pacificon.factorySettings, texts).likeliest == [.pacificon])
        #expect(guess(stock, ["settings.txt"]).best == .stock)
        #expect(guess(stock, made).candidates.allSatisfy { !$0.reasons.isEmpty })
    }

    @Test("a draft for another firmware than the device's is told with the reasons")
    func disagreement() {
        let names = ["settings.txt", ".callsign.wav"].map { Array($0.utf8) }
        let guess = FirmwareGuess(settings: Firmware.jf9som.factorySettings, names: names)
        #expect(guess.disagreement(with: .jf9som) == nil)
        let sentence = guess.disagreement(with: .stock)
        #expect(sentence?.contains("looks like jf9som") == true)
        #expect(sentence?.contains("it does not know FOX_NUMBER") == true)
    }

    @Test("the ID file is stale when a value of the ID changes, though the sum of bytes may not")
    func staleID() {
        let before = "CALLSIGN=K7ABC\nMORSE_WPM=15\nFREQ_MHZ=145.5\n"
        let after = "CALLSIGN=K7ABC\nMORSE_WPM=24\nFREQ_MHZ=145.5\n"
        #expect(bytes(before).reduce(0) { $0 + Int($1) } == bytes(after).reduce(0) { $0 + Int($1) })
        let stale = { (firmware: Firmware, text: String) in
            firmware.idKeysChanged(from: bytes(before), to: bytes(text))
        }
        #expect(stale(.stock, after) == ["MORSE_FARNSWORTH_WPM", "MORSE_WPM"])
        #expect(stale(.stock, before + "FREQ_MHZ=146\n# note=1\n") == [])
        #expect(stale(.pacificon, after) == ["MORSE_WPM"])
        #expect(stale(.jf9som, before + "FOX_NUMBER=2\n") == ["FOX_NUMBER"])
        #expect(stale(.stock, before + "FOX_NUMBER=2\n") == [])
    }

    @Test("an empty stick gives no certainty")
    func noCertainty() {
        #expect(FirmwareGuess(settings: nil, names: []).isOpen)
    }
}
