// What each firmware makes of settings.txt: the shared cases, and the corners that they leave out.
import Foundation
import Testing

@testable import PicoFox

@Suite("Effective settings")
struct EffectiveSettingsTests {
    @Test("27 shared cases give the shared values under all four firmwares, as JSON")
    func sharedCases() throws {
        let cases = CaseFiles.settings
        #expect(cases.count == 27)
        for entry in cases {
            #expect(Set(entry.expected.keys) == ["stock", "kc9mne", "jf9som", "pacificon"])
            for (id, expected) in entry.expected {
                let firmware = try #require(Firmware.named(id))
                let read = EffectiveSettings.read(entry.bytes, as: firmware)
                let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(read))
                let found = CaseFiles.sorted(json)
                #expect(
                    found == expected,
                    "\(entry.name), \(id): \(String(decoding: found, as: UTF8.self))")
            }
        }
    }

    @Test("JSON and back is the same value, also for a callsign that is no UTF-8")
    func codableRoundTrip() throws {
        var texts = CaseFiles.settings.map(\.bytes)
        texts.append([UInt8](text: "CALLSIGN=K\u{F7C4}") + [0xC4, 0xFF, 0x0A])
        for text in texts {
            for firmware in Firmware.all {
                let read = EffectiveSettings.read(text, as: firmware)
                let data = try JSONEncoder().encode(read)
                #expect(try JSONDecoder().decode(EffectiveSettings.self, from: data) == read)
            }
        }
    }

    private func frequency(_ text: String, as firmware: Firmware = .stock) -> Int {
        EffectiveSettings.read([UInt8](text: "FREQ_MHZ=\(text)\n"), as: firmware).hertz
    }

    @Test(
        "FREQ_MHZ is read like strtod",
        arguments: [
            ("146.565", 146_565_000), ("146,565", 146_000_000), ("0x91.8", 145_500_000),
            ("0X91.8p0", 145_500_000), ("0x9.18p4", 145_500_000), ("14.65E1", 146_500_000),
            ("14.65e", 14_650_000), ("14.65e+", 14_650_000), ("1465e-1", 146_500_000),
            ("  +145.5 MHz", 145_500_000), ("-145.5", 0), ("NAN", 0), ("nan(1)", 0),
            ("INF", 4_294_967_295), ("-infinity", 0), ("1e999", 4_294_967_295), ("0x", 0),
            ("0xg", 0), (".", 0), (".e5", 0), (".5", 500_000), ("145.", 145_000_000), ("", 0),
            ("abc", 0), ("145..5", 145_000_000), ("145.5.5", 145_500_000),
            ("000000000000000000145.5", 145_500_000), ("1e-999999999999", 0),
            ("145.9999999", 145_999_999), ("0.0000001455e9", 145_500_000),
        ])
    func floatingPoint(text: String, hertz: Int) {
        #expect(frequency(text) == hertz)
        #expect(frequency(text, as: .pacificon) == hertz)
    }

    @Test("a frequency with six decimals is read to the hertz, all through the band")
    func everyThirdKilohertz() {
        for hertz in stride(from: 144_000_001, through: 148_000_000, by: 3017) {
            #expect(frequency(FrequencyText.sixDecimals(hertz: hertz)) == hertz)
        }
    }

    @Test(
        "whole numbers are read like a 32-bit atol and cut to their width",
        arguments: [
            ("44", 44), ("300", 44), ("-1", 127), ("99999999999", 127), ("-99999999999", 0),
            ("0x10", 0), (" \t12 dB", 12), ("+5", 5), ("- 5", 0), ("4294967301", 127),
            ("", 0), ("twelve", 0), ("1\u{0}2", 1),
        ])
    func integers(text: String, value: Int) {
        let settings = EffectiveSettings.read([UInt8](text: "ATTENUATION=\(text)\n"), as: .stock)
        #expect(settings.values["ATTENUATION"] == .integer(value))
    }

    @Test("MORSE_TONE is 16 bits wide")
    func toneWidth() {
        let read = { (text: String) in
            EffectiveSettings.read([UInt8](text: text), as: .stock).values["MORSE_TONE"]
        }
        #expect(read("MORSE_TONE=66336\n") == .integer(800))
        #expect(read("MORSE_TONE=99\n") == .integer(600))
        #expect(read("MORSE_TONE=2499\n") == .integer(2499))
        #expect(read("MORSE_TONE=2500\n") == .integer(600))
    }

    @Test("a NUL before '=' hides every later line on the stock family, and one line on pacificon")
    func nulBytes() {
        let text = [UInt8](text: "CALLSIGN=K7ABC\nNOTE\u{0}=1\nDUTY_CYCLE=20\nITU_ZONE=1\n")
        let stock = EffectiveSettings.read(text, as: .stock).values
        #expect(stock["DUTY_CYCLE"] == .integer(100) && stock["ITU_ZONE"] == .integer(2))
        let pacificon = EffectiveSettings.read(text, as: .pacificon).values
        #expect(pacificon["DUTY_CYCLE"] == .integer(20) && pacificon["ITU_ZONE"] == .integer(1))
    }

    @Test("pacificon appends an own key that is missing or not directly followed by '='")
    func appendedKeys() {
        let read = { (text: String) in
            EffectiveSettings.read([UInt8](text: text), as: .pacificon).values
        }
        #expect(read("VOICE_ENABLE=0\n")["VOICE_ENABLE"] == .flag(false))
        #expect(read("  voice_enable=0\r\n")["VOICE_ENABLE"] == .flag(false))
        #expect(read("VOICE_ENABLE = 0\n")["VOICE_ENABLE"] == .flag(true))
        #expect(read("VOICE_ENABLE=true\n")["VOICE_ENABLE"] == .flag(false))
        #expect(read("FREQ_MHZ=145.5")["FREQ_MHZ"] == .frequency(hertz: 145_500_000))
        let own = Firmware.pacificon.appendedKeys
            .filter { $0 != "APRS_ENABLE" }.map { "\($0)=1\n" }.joined()
        #expect(
            read(own + "APRS_ENABLE=1\nFREQ_MHZ=145.5")["FREQ_MHZ"]
                == .frequency(hertz: 146_565_000))
        #expect(read(own + "APRS_ENABLE=1")["APRS_ENABLE"] == .flag(true))
    }

    @Test("a transmitter that stays off says why")
    func offAir() {
        let reason = { (text: String, firmware: Firmware) in
            EffectiveSettings.read([UInt8](text: text), as: firmware).offAirReason
        }
        #expect(reason("FREQ_MHZ=145.5\n", .stock)?.contains("callsign") == true)
        #expect(reason("CALLSIGN=K7ABC\nDUTY_CYCLE=0\n", .stock)?.contains("DUTY_CYCLE") == true)
        #expect(
            reason("CALLSIGN=K7ABC\nITU_ZONE=1\nFREQ_MHZ=146.565\n", .stock)
                == "146.565 MHz is outside 144.020 to 145.980 MHz (ITU zone 1)")
        #expect(reason("CALLSIGN=K7ABC\nVOICE_ENABLE=0\n", .pacificon)?.contains("off") == true)
        #expect(reason("CALLSIGN=K7ABC\nVOICE_ENABLE=0\n", .stock) == nil)
    }

    @Test(
        "the band edges belong to the band",
        arguments: [
            ("144.020", "stock", true), ("144.019999", "stock", false),
            ("147.980", "stock", true), ("147.980001", "stock", false),
            ("144.010", "pacificon", true), ("147.990", "pacificon", true),
            ("147.990001", "pacificon", false), ("144.009999", "pacificon", false),
        ])
    func bandEdges(megahertz: String, id: String, onAir: Bool) throws {
        let firmware = try #require(Firmware.named(id))
        let text = [UInt8](text: "CALLSIGN=K7ABC\nFREQ_MHZ=\(megahertz)\n")
        #expect(EffectiveSettings.read(text, as: firmware).onAir == onAir)
    }

    @Test("factory settings are factory, and a callsign is not")
    func factory() {
        for firmware in Firmware.all {
            let settings = EffectiveSettings.read(firmware.factorySettings, as: firmware)
            #expect(settings.isFactory(of: firmware) && !settings.onAir)
            var document = SettingsDocument(firmware.factorySettings)
            document.set("CALLSIGN", to: "K7ABC", for: firmware)
            let named = EffectiveSettings.read(document.bytes, as: firmware)
            #expect(!named.isFactory(of: firmware) && named.onAir)
            #expect(named.changedKeys(from: settings) == ["CALLSIGN"])
        }
        let shared = CaseFiles.settings.first { $0.name == "factory" }
        #expect(shared?.bytes == Firmware.stock.factorySettings)
    }
}
