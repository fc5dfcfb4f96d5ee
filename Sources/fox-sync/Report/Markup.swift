// HTML in which text from a volume cannot become markup: only literals are taken as they are.
internal import SyncEngine

/// A piece of HTML.
///
/// In a literal such as `"<b>\(name)</b>"` the letters between the holes are markup, and whatever
/// text is put into a hole is escaped; only another `Markup` goes in as it is. Control characters
/// and direction marks are shown as numbers, so that nothing hides or turns round.
struct Markup: ExpressibleByStringInterpolation, Sendable, Equatable {
    /// The HTML.
    let text: String

    /// Takes a literal of this program.
    init(stringLiteral value: String) { text = value }

    /// Takes a literal with holes.
    init(stringInterpolation: Holes) { text = stringInterpolation.text }

    /// Joins pieces.
    init(_ pieces: [Markup]) { text = pieces.map(\.text).joined() }

    /// Collects the parts of a literal.
    struct Holes: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity * 2)
        }

        /// A part of the program's own literal.
        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        mutating func appendInterpolation(_ value: String) { text += Markup.escape(value) }

        /// A number.
        mutating func appendInterpolation(_ value: Int) { text += String(value) }

        /// HTML, as it is.
        mutating func appendInterpolation(_ value: Markup) { text += value.text }

        /// Pieces of HTML, as they are.
        mutating func appendInterpolation(_ value: [Markup]) { text += Markup(value).text }
    }

    /// Text as HTML shows it, in an element or in a quoted attribute.
    ///
    /// - Parameter text: Any text.
    /// - Returns: HTML without a tag, an entity of the text's own, or a quote.
    static func escape(_ text: String) -> String {
        var result = ""
        for character in Array(text.utf8).printable.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
