// What this computer is called: which bench a run of a merged log was made on.
internal import Glibc

/// The name of this computer.
package enum HostName {
    /// The name up to the first dot. C: `gethostname`
    package static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = String(decoding: bytes, as: UTF8.self).split(separator: ".").first
        return text.map(String.init) ?? "localhost"
    }
}
