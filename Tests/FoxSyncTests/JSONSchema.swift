// As much of JSON Schema (2020-12) as docs/schemas uses: what a program prints is held against it.
import Foundation

/// The schemas of a folder.
struct JSONSchemas {
    private let schemas: [String: Any]

    /// Reads all schemas of a folder.
    init(folder: String) throws {
        var schemas: [String: Any] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".json") {
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            schemas[name] = try JSONSerialization.jsonObject(with: data)
        }
        self.schemas = schemas
    }

    /// The names of the schemas, without `.json`.
    var names: Set<String> { Set(schemas.keys.map { String($0.dropLast(5)) }) }

    /// What is wrong with a value; nothing when it fits.
    func problems(_ value: Any, with name: String) -> [String] {
        guard let schema = schemas[name + ".json"] as? [String: Any] else {
            return ["there is no schema \(name)"]
        }
        return problems(value, schema, "$", name + ".json")
    }

    private func problems(
        _ value: Any, _ schema: [String: Any], _ path: String, _ file: String
    ) -> [String] {
        var found: [String] = []
        for (keyword, rule) in schema {
            switch keyword {
            case "$schema", "$id", "$defs", "description": continue
            case "$ref": found += referred(value, rule as? String ?? "", path, file)
            case "type":
                let types = rule as? [String] ?? [rule as? String ?? ""]
                if !types.contains(where: { Self.has(value, type: $0) }) {
                    found.append("\(path) is no \(types.joined(separator: " or "))")
                }
            case "enum":
                let allowed = rule as? [String] ?? []
                if !allowed.contains(value as? String ?? "\u{0}") {
                    found.append("\(path) is none of \(allowed)")
                }
            case "const":
                if value as? Int != rule as? Int { found.append("\(path) is not \(rule)") }
            case "pattern":
                let text = value as? String ?? ""
                if text.range(of: rule as? String ?? "", options: .regularExpression) == nil {
                    found.append("\(path) does not match \(rule)")
                }
            case "minimum", "maximum":
                let (number, limit) = (value as? Double ?? .nan, rule as? Double ?? .nan)
                if keyword == "minimum" ? number < limit : number > limit {
                    found.append("\(path) is beyond the \(keyword)")
                }
            case "anyOf":
                let all = (rule as? [[String: Any]] ?? []).map {
                    problems(value, $0, path, file)
                }
                if !all.contains(where: \.isEmpty) {
                    found.append("\(path) is none of: \(all.map { $0.joined(separator: ", ") })")
                }
            case "items":
                for (index, item) in (value as? [Any] ?? []).enumerated() {
                    found += problems(
                        item, rule as? [String: Any] ?? [:], "\(path)[\(index)]", file)
                }
            case "properties":
                for (name, rule) in rule as? [String: [String: Any]] ?? [:] {
                    guard let item = (value as? [String: Any])?[name] else { continue }
                    found += problems(item, rule, "\(path).\(name)", file)
                }
            case "required":
                for name in rule as? [String] ?? [] where (value as? [String: Any])?[name] == nil {
                    found.append("\(path) lacks \(name)")
                }
            case "additionalProperties":
                let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
                for (name, item) in value as? [String: Any] ?? [:] where !known.contains(name) {
                    if let rule = rule as? [String: Any] {
                        found += problems(item, rule, "\(path).\(name)", file)
                    } else if rule as? Bool == false {
                        found.append("\(path) has \(name), which nothing tells of")
                    }
                }
            default: found.append("the keyword \(keyword) is not understood")
            }
        }
        return found
    }

    private func referred(
        _ value: Any, _ reference: String, _ path: String, _ file: String
    ) -> [String] {
        let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? file : String(parts[0])
        var schema = schemas[target] as? [String: Any]
        for name in parts.count > 1 ? parts[1].split(separator: "/") : [] {
            schema = schema?[String(name)] as? [String: Any]
        }
        guard let schema else { return ["\(reference) leads nowhere"] }
        return problems(value, schema, path, target)
    }

    private static func has(_ value: Any, type: String) -> Bool {
        let isFlag = (value as? NSNumber).map { "\(Swift.type(of: $0))".contains("Bool") } ?? false
        return switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": isFlag || value is Bool
        case "number": value is NSNumber && !isFlag
        case "integer": (value as? Double).map { $0.rounded() == $0 } ?? false
        default: false
        }
    }
}
