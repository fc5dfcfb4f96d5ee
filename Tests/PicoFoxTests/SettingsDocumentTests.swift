// Editing settings.txt without losing a byte, and the form that every firmware reads as meant.
import Testing

@testable import PicoFox

@Suite("Settings document")
struct SettingsDocumentTests {
    private func document(_ text: String) -> SettingsDocument {
        SettingsDocument([UInt8](text: text))
    }

    private func text(_ document: SettingsDocument) -> String {
        String(decoding: document.bytes, as: UTF8.self)
    }

    @Test("every shared case comes back byte for byte")
    func roundTrip() {
        for entry in CaseFiles.settings {
            #expect(SettingsDocument(entry.bytes).bytes == entry.bytes)
        }
    }

    @Test("a value is that of the last line with the key, trimmed")
    func values() {
        let found = document("# FREQ_MHZ=1\n freq_mhz = 145.5 \r\nFREQ_MHZ=146\nX=1=2\n")
        #expect(found.value(of: "FREQ_MHZ") == "146")
        #expect(found.value(of: "freq_mhz") == "146")
        #expect(found.value(of: "X") == "1=2")
        #expect(found.value(of: "CALLSIGN") == nil)
    }

    @Test("setting a key changes its own line only, wherever it stands")
    func setting() {
        var found = document("\u{FEFF}CALLSIGN = K7ABC\r\n# note\r\nDUTY_CYCLE=50")
        found.set("DUTY_CYCLE", to: "20", for: .pacificon)
        #expect(text(found) == "\u{FEFF}CALLSIGN = K7ABC\r\n# note\r\nDUTY_CYCLE=20\n")
        found.set("callsign", to: " W1AW\n", for: .pacificon)
        #expect(text(found) == "CALLSIGN=W1AW\n# note\r\nDUTY_CYCLE=20\n")
        found.set("ITU_ZONE", to: "2", for: .pacificon)
        #expect(text(found) == "CALLSIGN=W1AW\n# note\r\nDUTY_CYCLE=20\nITU_ZONE=2\n")
    }

    @Test("a key added behind an unfinished line stands on its own line")
    func adding() {
        var found = document("CALLSIGN=K7ABC")
        found.set("DUTY_CYCLE", to: "20", for: .stock)
        #expect(text(found) == "CALLSIGN=K7ABC\nDUTY_CYCLE=20\n")
        var empty = document("")
        empty.set("DUTY_CYCLE", to: "20", for: .stock)
        #expect(text(empty) == "DUTY_CYCLE=20\n")
    }

    @Test(
        "what is set is read, whatever comment stands round it",
        arguments: [
            // Added above a comment at the end, which would swallow it.
            ("A=1\n# end of file\n", "A=1\nDUTY_CYCLE=20\n# end of file\n"),
            ("A=1\n\n# end", "A=1\nDUTY_CYCLE=20\n\n# end"),
            ("# only words\n", "DUTY_CYCLE=20\n# only words\n"),
            ("\u{FEFF}# only words\n", "DUTY_CYCLE=20\n# only words\n"),
            // Changed where it stands, divided from the comment above it.
            ("# half\nDUTY_CYCLE=50\nA=1\n", "# half\n# =\nDUTY_CYCLE=20\nA=1\n"),
            // Behind a NUL nothing is read: the line moves up.
            ("A=1\nB\u{0}\nDUTY_CYCLE=50\n", "A=1\nDUTY_CYCLE=20\nB\u{0}\n"),
            // Two lines that are read as the key win over any line above them.
            (
                "DUTY_CYCLE=50\nDUTY_\nCYCLE=60\n", "DUTY_\nCYCLE=60\nDUTY_CYCLE=20\n"
            ),
        ])
    func settingIsRead(before: String, after: String) {
        var found = document(before)
        found.set("DUTY_CYCLE", to: "20", for: .stock)
        #expect(text(found) == after)
        #expect(
            EffectiveSettings.read(found.bytes, as: .stock).values["DUTY_CYCLE"] == .integer(20))
    }

    @Test("unsetting removes every line of the key and no other")
    func unsetting() {
        var found = document("A=1\n# A=2\nB=3\n a = 4\n")
        found.unset("A", for: .stock)
        #expect(text(found) == "# A=2\nB=3\n")
    }

    @Test("the comment over a line that is unset does not swallow the line below it")
    func unsettingBelowComment() {
        var found = document("# note\nA=1\nB=3\n")
        found.unset("A", for: .stock)
        #expect(text(found) == "# note\n# =\nB=3\n")
        var other = document("# note\nA=1\nB=3\n")
        other.unset("A", for: .pacificon)
        #expect(text(other) == "# note\nB=3\n")
    }

    @Test("the canonical form has no mark, no CR, no blanks, and comments that hide nothing")
    func canonical() {
        let found = document(
            "\u{FEFF}callsign = k7abc\r\n# two meters\r\n\r\n# a=b\r\nFREQ_MHZ=146,565\r\n"
                + "hello\nMORSE_WPM= 15 # slow\nDUTY_CYCLE=300\nDUTY_CYCLE=50\nOWN = x")
        #expect(
            text(found.canonical(for: .stock))
                == "CALLSIGN=K7ABC\n# two meters =\n\n# a=b\nFREQ_MHZ=146.565000\n# hello =\n"
                + "# slow =\nMORSE_WPM=15\nDUTY_CYCLE=50\nOWN=x\n")
    }

    @Test("a value that cannot be read as meant stays as it is in canonical form")
    func canonicalUnreadable() {
        let text = "FREQ_MHZ=146 565\nDUTY_CYCLE=50;60\nATTENUATION=10 dB\nMORSE_WPM=1 5\n"
        #expect(self.text(document(text).canonical(for: .stock)) == text)
    }

    @Test("switches and words of pacificon become what it reads")
    func canonicalWords() {
        let found = document("VOICE_ENABLE = off\nAUDIO_MODE=rtttl\nATTENUATION_MODE=auto\n")
        #expect(
            text(found.canonical(for: .pacificon))
                == "VOICE_ENABLE=0\nAUDIO_MODE=RTTTL\nATTENUATION_MODE=RANDOM\n")
    }

    @Test("a factory file is canonical already")
    func factoryIsCanonical() {
        for firmware in Firmware.all {
            let factory = SettingsDocument(firmware.factorySettings)
            #expect(factory.canonical(for: firmware) == factory)
        }
    }
}
