// The shared cases as values: settings.json, wav.json and the WAV files themselves.
import Foundation

@testable import PicoFox

/// One entry of settings.json.
struct SettingsCase: Sendable {
    let name: String
    let bytes: [UInt8]
    /// By firmware: the JSON of "effective" and "onAir", keys sorted.
    let expected: [String: Data]
}

/// One entry of wav.json.
struct WavCase: Decodable, Sendable {
    let name: String
    let stockSamplesSent: Int?
    let stockSendsExactlyTheAudio: Bool
    let pacificonPlays: Bool

    var fileBytes: [UInt8] { [UInt8](CaseFiles.data("wav/\(name).wav")) }
}

enum CaseFiles {
    static func data(_ path: String) -> Data {
        let folder = Bundle.module.resourceURL?.appendingPathComponent("Cases")
        guard let url = folder?.appendingPathComponent(path), let data = try? Data(contentsOf: url)
        else { fatalError("missing case file \(path)") }
        return data
    }

    static func sorted(_ object: Any) -> Data {
        (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data()
    }

    static var settings: [SettingsCase] {
        let parsed = try? JSONSerialization.jsonObject(with: data("settings.json"))
        return (parsed as? [[String: Any]] ?? []).map { entry in
            let hex = Array((entry["hex"] as? String ?? "").utf8)
            let bytes = stride(from: 0, to: hex.count, by: 2).map { index in
                UInt8(String(decoding: hex[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
            }
            let firmware = entry["firmware"] as? [String: Any] ?? [:]
            return SettingsCase(
                name: entry["name"] as? String ?? "", bytes: bytes,
                expected: firmware.mapValues(sorted))
        }
    }

    static var wavs: [WavCase] {
        struct Table: Decodable { let files: [WavCase] }
        return (try? JSONDecoder().decode(Table.self, from: data("wav.json")))?.files ?? []
    }
}

extension [UInt8] {
    /// The bytes of a text, for tests.
    init(text: String) { self = Array(text.utf8) }
}
