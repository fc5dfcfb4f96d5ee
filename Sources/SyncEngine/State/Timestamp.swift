// A moment, as the log stores it.
internal import Glibc

/// A moment in whole milliseconds since 1970, UTC.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    package let milliseconds: Int

    /// Wraps milliseconds since 1970.
    package init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// The clock's present time.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// Whether the left one is earlier.
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment in local time, as in `2026-11-28 19:04:31`.
    package var local: String { formatted("%Y-%m-%d %H:%M:%S", utc: false) }

    /// The moment in UTC as ISO 8601 has it, as in `2026-11-28T18:04:31Z`.
    package var iso: String { formatted("%Y-%m-%dT%H:%M:%SZ", utc: true) }

    /// The moment in UTC in a form that sorts and fits a file name, as in `20261128T180431Z`.
    package var compact: String { formatted("%Y%m%dT%H%M%SZ", utc: true) }

    /// Reads what `compact` wrote.
    ///
    /// - Parameter compact: Such as `20261128T180431Z`; nil comes of anything else.
    package init?(compact: String) {
        let text = Array(compact.utf8)
        guard text.count == 16, text[8] == UInt8(ascii: "T"), text[15] == UInt8(ascii: "Z")
        else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        let day = [0..<4, 4..<6, 6..<8].map(part).joined(separator: "-")
        let time = [9..<11, 11..<13, 13..<15].map(part).joined(separator: ":")
        self.init(words: "\(day)T\(time)Z", edge: .start)
    }

    private func formatted(_ format: String, utc: Bool) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        if utc { gmtime_r(&seconds, &parts) } else { localtime_r(&seconds, &parts) }
        var text = [CChar](repeating: 0, count: 64)
        let length = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
