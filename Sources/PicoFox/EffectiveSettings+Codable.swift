// Effective settings as JSON: {"effective": {"CALLSIGN": "K7ABC", "FREQ_MHZ": 146.565, …},
// "onAir": true}, the form of the shared test cases, of `doctor --json` and of the database.

extension EffectiveSettings: Codable {
    private enum Field: String, CodingKey {
        case effective, onAir
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Writes bare values; FREQ_MHZ is a number of MHz, switches are booleans.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        var effective = fields.nestedContainer(keyedBy: Key.self, forKey: .effective)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let key = Key(stringValue: name)
            switch value {
            case .integer(let number): try effective.encode(number, forKey: key)
            case .flag(let isOn): try effective.encode(isOn, forKey: key)
            case .text(let bytes): try effective.encode(ByteText.encode(bytes), forKey: key)
            case .frequency(let hertz): try effective.encode(Double(hertz) / 1e6, forKey: key)
            }
        }
        try fields.encode(onAir, forKey: .onAir)
    }

    /// Reads what `encode(to:)` wrote; the reason for being off the air is found anew.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: What the decoder throws when the form is another.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let effective = try fields.nestedContainer(keyedBy: Key.self, forKey: .effective)
        var values: [String: SettingValue] = [:]
        for key in effective.allKeys {
            values[key.stringValue] = try EffectiveSettings.value(in: effective, at: key)
        }
        let names = Set(values.keys)
        let firmware =
            Firmware.all.first { Set($0.keys.filter(\.isEffective).map(\.name)) == names } ?? .stock
        self.init(values: values, as: firmware)
    }

    private static func value(
        in container: KeyedDecodingContainer<Key>, at key: Key
    ) throws -> SettingValue {
        let rule = Firmware.all.lazy.compactMap { $0.rule(for: key.stringValue) }.first
        switch rule?.kind {
        case .frequency:
            let megahertz = try container.decode(Double.self, forKey: key)
            guard (0...5000).contains(megahertz) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "no frequency in MHz")
            }
            return .frequency(hertz: Int((megahertz * 1e6).rounded()))
        case .integer: return .integer(try container.decode(Int.self, forKey: key))
        case .flag: return .flag(try container.decode(Bool.self, forKey: key))
        case .text, .choice, nil:
            return .text(ByteText.decode(try container.decode(String.self, forKey: key)))
        }
    }
}
