// Two firmwares and the same files: what a hunter could tell apart, and what nobody could.
import Testing

@testable import PicoFox

@Suite("What a firmware does on the air")
struct AirBehaviourTests {
    /// Files beside settings.txt, and which firmwares do the same with them and a stock text.
    struct Staged: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let names: [String]
        /// Firmwares by what they do; those of one group cannot be told apart.
        let groups: [Set<String>]
    }

    static let staged = [
        Staged(
            testDescription: "no audio", names: [],
            groups: [["stock", "stock-r2", "kc9mne"], ["jf9som"], ["pacificon"]]),
        Staged(
            testDescription: "audio.wav", names: ["audio.wav"],
            groups: [["stock", "stock-r2"], ["kc9mne"], ["jf9som"], ["pacificon"]]),
        Staged(
            testDescription: "eleven files", names: (1...11).map { "audio\($0).wav" },
            groups: [["stock", "stock-r2"], ["kc9mne"], ["jf9som"], ["pacificon"]]),
        Staged(
            testDescription: "a sequence of pacificon",
            names: ["audio.wav", "audio1.wav", "audio2.wav"],
            groups: [["stock", "stock-r2"], ["kc9mne"], ["jf9som"], ["pacificon"]]),
    ]

    private func behaviour(
        _ text: [UInt8], _ names: [String], _ firmware: Firmware, rate: Int = 5000
    ) -> AirBehaviour {
        let bytes =
            WavFile.header(sampleCount: 10_000, sampleRate: rate)
            + [UInt8](repeating: 1, count: 20_000)
        let files = names.map { StagedFile(name: $0, bytes: bytes) }
        return AirBehaviour(text, files: files, as: firmware)
    }

    private func differences(
        _ text: String, _ names: [String] = [], from own: Firmware, to other: Firmware,
        rate: Int = 5000
    ) -> [String] {
        behaviour([UInt8](text: text), names, own, rate: rate)
            .differences(to: behaviour([UInt8](text: text), names, other, rate: rate))
    }

    /// The factory settings of a firmware, with a callsign.
    private static func factory(_ firmware: Firmware) -> String {
        String(decoding: firmware.factorySettings, as: UTF8.self)
            .replacing("CALLSIGN=", with: "CALLSIGN=K1FOX")
    }

    @Test(
        "every pair of firmwares with every factory text does the same, or not, as a hunter hears it",
        arguments: staged)
    func pairs(_ staged: Staged) {
        for author in Firmware.all {
            let text = [UInt8](text: Self.factory(author))
            for own in Firmware.all {
                let meant = behaviour(text, staged.names, own)
                for other in Firmware.all {
                    let words = meant.differences(to: behaviour(text, staged.names, other))
                    let isSame = staged.groups.contains {
                        $0.contains(own.id) && $0.contains(other.id)
                    }
                    #expect(
                        words.isEmpty == isSame,
                        "\(author.id)'s text, \(own.id) → \(other.id): \(words)")
                }
            }
        }
    }

    @Test("a fox that is off the air for both does the same, whatever else they read")
    func silent() {
        for own in Firmware.all {
            for other in Firmware.all {
                let text = "CALLSIGN=K1FOX\n# a note\nFREQ_MHZ=145.1\nDUTY_CYCLE=0\n"
                #expect(differences(text, from: own, to: other).isEmpty)
            }
        }
        #expect(
            differences("# x\nCALLSIGN=K1FOX\n", from: .pacificon, to: .stock)
                == ["off the air, as there is no callsign"])
        #expect(
            differences("# x\nCALLSIGN=K1FOX\n", from: .stock, to: .pacificon)
                == ["on the air as K1FOX on 146.565 MHz"])
    }

    @Test("an attenuator that only one of them has counts where it is used")
    func power() {
        let text = Self.factory(.stock)
        for other in [Firmware.stockR2, .kc9mne] {
            #expect(differences(text, from: .stock, to: other).isEmpty)
            let weak = text.replacing("ATTENUATION=0", with: "ATTENUATION=40")
            #expect(differences(weak, from: .stock, to: other) == ["attenuation 40 → 0"])
            #expect(differences(weak, from: other, to: .stock) == ["attenuation 0 → 40"])
        }
        let random = Self.factory(.pacificon).replacing("MODE=FIXED", with: "MODE=RANDOM")
        #expect(
            differences(random, from: .pacificon, to: .stock)
                .contains("attenuation 0 to 127 → 0"))
    }

    @Test("an ARDF fox on stock loses its identifier, its slot and its silence")
    func slots() {
        let text = Self.factory(.jf9som).replacing("FOX_NUMBER=1", with: "FOX_NUMBER=2")
        let words = differences(text, from: .jf9som, to: .stock)
        #expect(words.contains("ID MOIK1FOX → K1FOX"), "\(words)")
        #expect(words.contains("sound none → factory audio"))
        #expect(words.contains { $0.hasPrefix("on the air 12 s of 60 s after 12 s → ") })
        #expect(!words.contains { $0.hasPrefix("frequency") })
    }

    @Test("what is played is named in its order, and a long list is cut")
    func sounds() {
        let eleven = (1...11).map { "audio\($0).wav" }
        let text = Self.factory(.kc9mne)
        #expect(
            differences(text, eleven, from: .kc9mne, to: .stock).first
                == "sound audio1.wav, audio2.wav, audio3.wav and 8 more → factory audio")
        let voices = ["audio.wav", "audio1.wav"]
        let words = differences(text, voices, from: .pacificon, to: .stock, rate: 8000)
        #expect(words.contains("sound audio.wav, audio1.wav → audio.wav"), "\(words)")
        #expect(words.contains("carrier shifted by up to 5000 Hz → steady"))
        // At another rate the same file lasts longer.
        let one = differences(text, ["audio.wav"], from: .pacificon, to: .stock, rate: 8000)
        #expect(one.contains { $0.hasPrefix("length of audio.wav 1.3 → 2 s") }, "\(one)")
    }

    @Test("the ID's speed, gap, pitch and level count, and a silent sign of a callsign does not")
    func identifier() {
        // Stock knows no Farnsworth speed below WPM, and pacificon none at all.
        let text = "CALLSIGN=K1FOX\nMORSE_WPM=15\nMORSE_FARNSWORTH_WPM=30\n"
        #expect(
            differences(text, from: .stock, to: .pacificon)
                .contains("gap between the ID's characters 120 → 240 ms"))
        let fast = "CALLSIGN=K1FOX\nMORSE_WPM=40\nMORSE_TONE=700\n"
        let words = differences(fast, from: .pacificon, to: .stock)
        #expect(words.contains("ID speed 40 → 15 WPM"), "\(words)")
        #expect(!words.contains { $0.hasPrefix("ID tone") })
        #expect(words.contains("deviation of the ID 3000 → 7000 Hz"))
        #expect(
            differences("CALLSIGN=K1FOX/P\n", from: .stock, to: .pacificon)
                .contains("ID K1FOXP → K1FOX/P"))
        #expect(
            !differences("CALLSIGN=K1FOX\r\n", from: .stock, to: .pacificon)
                .contains { $0.hasPrefix("ID K1FOX") })
    }
}
