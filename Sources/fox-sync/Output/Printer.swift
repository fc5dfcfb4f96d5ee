// Where output goes: results to standard output, everything else to standard error.
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Prints results, errors and progress.
final class Printer: Sendable {
    /// Whether results and errors are JSON.
    let json: Bool
    /// How text looks on standard output.
    let style: Style
    /// How text looks on standard error.
    let errorStyle: Style
    /// Whether standard error is a terminal, so that a line can be redrawn.
    let showsProgress: Bool
    private let line = Mutex("")
    private let waiting = Mutex<[UInt8]>([])
    private let failure = Mutex<Int32?>(nil)

    init(json: Bool, environment: [String: String]) {
        let mayColour =
            environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        var size = winsize()
        let width = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? size.ws_col : 80
        self.json = json
        style = Style(
            isColoured: mayColour && !json && isatty(1) == 1, width: Int(width),
            cutsLines: isatty(1) == 1)
        errorStyle = Style(isColoured: mayColour && !json && isatty(2) == 1, width: Int(width))
        showsProgress = isatty(2) == 1 && !json
    }

    /// Prints a result as text or as one JSON object.
    func show(_ result: any CommandResult) {
        if result is Silence { return }
        if json { return out(Self.encode(result)) }
        let text = result.text(style)
        if !text.isEmpty { out(text) }
    }

    /// Prints a result that replaces the one before: in place on a terminal, below it elsewhere.
    func redraw(_ result: any CommandResult) {
        if !json && style.cutsLines { write(1, "\u{1b}[H\u{1b}[2J") }
        show(result)
    }

    /// Prints an error.
    func show(_ error: CLIError) {
        if json { return self.error(Self.encode(error)) }
        self.error(errorStyle.paint("fox-sync: ", .bad) + error.message)
        if let next = error.next { self.error("  try: \(errorStyle.paint(next, .bold))") }
    }

    /// Prints a line on standard output.
    func out(_ text: String) {
        clearProgress()
        write(1, text + "\n")
    }

    /// Prints one of many lines on standard output, some at a time.
    ///
    /// - Returns: False when nobody reads them any more.
    func stream(_ text: String) -> Bool {
        let full = waiting.withLock { bytes in
            bytes += Array(text.utf8)
            bytes.append(UInt8(ascii: "\n"))
            guard bytes.count >= 1 << 16 else { return [UInt8]() }
            defer { bytes = [] }
            return bytes
        }
        if !full.isEmpty { write(1, full) }
        return failure.withLock { $0 == nil }
    }

    /// Prints what is left of a stream.
    func endStream() {
        let rest = waiting.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        write(1, rest)
    }

    /// Says whether all of the output got where it should.
    ///
    /// - Returns: The error, or nil; a reader who has read enough and left is none.
    func outputError() -> CLIError? {
        guard let code = failure.withLock({ $0 }), code != EPIPE else { return nil }
        return CLIError(
            .failed, "output", "cannot write standard output: \(String(cString: strerror(code)))")
    }

    /// Prints a line on standard error.
    func error(_ text: String) {
        clearProgress()
        write(2, text + "\n")
    }

    /// Redraws the progress line, where there is a terminal to redraw it on.
    func progress(_ text: String) {
        guard showsProgress else { return }
        line.withLock { shown in
            if shown == text { return }
            shown = text
            write(2, "\r\u{1b}[K" + String(text.prefix(errorStyle.width - 1)))
        }
    }

    private func clearProgress() {
        guard showsProgress else { return }
        line.withLock { shown in
            if !shown.isEmpty { write(2, "\r\u{1b}[K") }
            shown = ""
        }
    }

    private func write(_ descriptor: Int32, _ text: String) { write(descriptor, Array(text.utf8)) }

    private func write(_ descriptor: Int32, _ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let put = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            if put < 0 && errno != EINTR {
                let code = errno
                if descriptor == 1 { failure.withLock { $0 = $0 ?? code } }
                return
            }
            sent += max(put, 0)
        }
    }

    /// Reads one JSON object.
    ///
    /// - Parameters:
    ///   - type: What it shall be.
    ///   - text: The object.
    /// - Returns: The value, or nil when the text is no such object.
    static func decode<Value: Decodable>(_ type: Value.Type, from text: some Sequence<UInt8>)
        -> Value?
    { try? JSONDecoder().decode(type, from: Data(text)) }

    /// One line of JSON with sorted keys.
    static func encode(_ value: any Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
