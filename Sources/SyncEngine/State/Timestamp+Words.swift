// Moments as people type them: `2026-11-28 14:30`, `yesterday`, `2 hours ago`.
internal import Glibc

extension Timestamp {
    /// Which end of a day is meant when only the day is named.
    package enum Edge: Sendable {
        /// Its first moment, as in 'since yesterday'.
        case start
        /// The first moment after it, as in 'until yesterday', which includes that day.
        case end
    }

    /// Forms that are understood, for a message.
    package static let forms = "2026-11-28, '2026-11-28 14:30', today, yesterday, '2 hours ago'"

    /// Reads a moment in local time; nil when the words are none.
    ///
    /// - Parameters:
    ///   - words: What a person typed.
    ///   - edge: Which end of a day, where only the day is named.
    ///   - now: The present.
    package init?(words: String, edge: Edge, now: Timestamp = .now) {
        let words = words.lowercased()
        let day: Int? =
            switch words {
            case "today": 0
            case "yesterday": -1
            default: nil
            }
        if words == "now" {
            self = now
        } else if let day {
            guard let moment = Self.midnight(of: now, days: day + (edge == .end ? 1 : 0)) else {
                return nil
            }
            self = moment
        } else if let ago = Self.milliseconds(ago: words) {
            self.init(milliseconds: now.milliseconds - ago)
        } else {
            guard let moment = Self.calendar(words, edge, now) else { return nil }
            self = moment
        }
    }

    /// `2 hours ago`, `an hour ago`, `90 min ago`.
    private static func milliseconds(ago words: String) -> Int? {
        let parts = words.split { $0 == " " || $0 == "." || $0 == "_" }
        guard parts.count == 3, parts[2] == "ago" else { return nil }
        let number = ["a", "an", "one"].contains(parts[0]) ? 1 : Int(parts[0])
        let units: [(name: String, seconds: Int)] = [
            ("second", 1), ("sec", 1), ("minute", 60), ("min", 60), ("hour", 3600), ("day", 86_400),
            ("week", 604_800),
        ]
        let unit = units.first { $0.name == parts[1] || $0.name + "s" == parts[1] }
        guard let number, let unit, (0...100_000_000).contains(number) else { return nil }
        return number * unit.seconds * 1000
    }

    /// `2026-11-28`, with a time after a blank or a `T`; a time alone is today's; `Z` is UTC.
    private static func calendar(_ words: String, _ edge: Edge, _ now: Timestamp) -> Timestamp? {
        let isUTC = words.hasSuffix("z")
        let parts = (isUTC ? words.dropLast() : words[...]).split { $0 == " " || $0 == "t" }
        guard let first = parts.first, parts.count <= 2 else { return nil }
        var fields = tm()
        fields.tm_isdst = -1
        if let date = numbers(first, "-", widths: [4, 2, 2]) {
            fields.tm_year = Int32(date[0]) - 1900
            fields.tm_mon = Int32(date[1]) - 1
            fields.tm_mday = Int32(date[2])
        } else if parts.count == 1, first.contains(":"), !isUTC {
            var seconds = time_t(now.milliseconds / 1000)
            localtime_r(&seconds, &fields)
            fields.tm_isdst = -1
        } else {
            return nil
        }
        let isDay = parts.count == 1 && !first.contains(":")
        if !isDay {
            guard
                let time = numbers(parts[parts.count - 1], ":", widths: [2, 2, 2])
                    ?? numbers(parts[parts.count - 1], ":", widths: [2, 2])
            else { return nil }
            fields.tm_hour = Int32(time[0])
            fields.tm_min = Int32(time[1])
            fields.tm_sec = time.count > 2 ? Int32(time[2]) : 0
        }
        let typed = [
            fields.tm_year, fields.tm_mon, fields.tm_mday, fields.tm_hour, fields.tm_min,
            fields.tm_sec,
        ]
        let seconds = isUTC ? timegm(&fields) : mktime(&fields)
        let meant = [
            fields.tm_year, fields.tm_mon, fields.tm_mday, fields.tm_hour, fields.tm_min,
            fields.tm_sec,
        ]
        // The 30th of February is the 2nd of March to mktime, and nobody's meaning.
        guard typed == meant else { return nil }
        let moment = Timestamp(milliseconds: seconds * 1000)
        guard isDay, edge == .end else { return moment }
        return isUTC
            ? Timestamp(milliseconds: moment.milliseconds + 86_400_000)
            : midnight(of: moment, days: 1)
    }

    /// Numbers of fixed widths, or nil.
    private static func numbers(
        _ text: Substring, _ separator: Character, widths: [Int]
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.count) == widths else { return nil }
        let found = parts.compactMap { part in
            part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        return found.count == widths.count ? found : nil
    }

    /// The beginning of a moment's day in local time, some days on.
    private static func midnight(of moment: Timestamp, days: Int) -> Timestamp? {
        var seconds = time_t(moment.milliseconds / 1000)
        var fields = tm()
        guard localtime_r(&seconds, &fields) != nil else { return nil }
        fields.tm_hour = 0
        fields.tm_min = 0
        fields.tm_sec = 0
        fields.tm_mday += Int32(days)
        // Days with a change of the clock have other lengths: mktime knows.
        fields.tm_isdst = -1
        return Timestamp(milliseconds: mktime(&fields) * 1000)
    }

    /// The moment in local time without seconds, as in `2026-11-28 19:04`.
    package var localMinute: String { String(local.dropLast(3)) }
}
