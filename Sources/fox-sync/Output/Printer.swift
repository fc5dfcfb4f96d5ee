// Where output goes: results to standard output, everything else to standard error.
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Something to know while a command works: one line of text, or one object.
protocol Remark: Encodable {
    /// The line.
    var message: String { get }
}

/// Words and nothing more.
private struct Words: Remark {
    let message: String
}

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
            cutsLines: isatty(1) == 1,
            hasBlocks: isatty(1) == 1 && environment["TERM"] != "dumb" && Style.isUTF8(environment))
        errorStyle = Style(isColoured: mayColour && !json && isatty(2) == 1, width: Int(width))
        showsProgress = isatty(2) == 1 && !json
    }

    /// Prints a result as text or as one JSON object.
    func show(_ result: any CommandResult) {
        if result is Silence { return }
        if json { return put(1, Self.encode(result)) }
        let text = result.text(style)
        if !text.isEmpty { out(text) }
    }

    /// The size of the terminal now, or nil where standard output is none.
    var window: (columns: Int, rows: Int)? {
        var size = winsize()
        guard style.cutsLines, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Prints a result that replaces the one before: in place on a terminal, below it elsewhere.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - isFirst: Whether the screen has something else on it.
    func redraw(_ result: any CommandResult, isFirst: Bool) {
        guard !json, let window else { return show(result) }
        var now = style
        now.width = window.columns
        var lines = result.text(now).safeForTerminal(isColoured: now.isColoured).split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map(String.init)
        if lines.count >= window.rows, window.rows > 2 {
            let left = lines.count - (window.rows - 2)
            lines = lines.prefix(window.rows - 2) + ["… \(left) more lines"]
        }
        // Line by line over what was there, the rest of each line and of the screen cleared: no
        // moment shows an empty screen. Nothing wraps, so that a line is a row.
        let text = lines.map { $0 + "\u{1b}[K" }.joined(separator: "\r\n")
        write(
            1,
            (isFirst ? "\u{1b}[H\u{1b}[2J" : "\u{1b}[H") + "\u{1b}[?7l" + text
                + "\u{1b}[?7h\r\n\u{1b}[J")
    }

    /// Prints an error.
    func show(_ error: CLIError) {
        if json { return put(2, Self.encode(error)) }
        self.error(errorStyle.paint("fox-sync: ", .bad) + error.message)
        if let next = error.next { self.error("  try: \(errorStyle.paint(next, .bold))") }
    }

    /// Prints a remark on standard error, which is no result and no error.
    func note(_ remark: any Remark) {
        if json { return put(2, Self.encode(remark)) }
        error(remark.message)
    }

    /// Prints words on standard error, which are no result and no error.
    func say(_ words: String) { note(Words(message: words)) }

    /// Prints a line on standard output.
    func out(_ text: String) {
        put(1, text.safeForTerminal(isColoured: style.isColoured))
    }

    /// Prints a line that is safe as it is, such as JSON of `encode`.
    ///
    /// - Parameters:
    ///   - descriptor: 1 or 2.
    ///   - text: The line.
    private func put(_ descriptor: Int32, _ text: String) {
        clearProgress()
        write(descriptor, text + "\n")
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

    /// Whether somebody still takes what is printed.
    var isHeard: Bool { failure.withLock { $0 == nil } }

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
        put(2, text.safeForTerminal(isColoured: errorStyle.isColoured))
    }

    /// Prints a question, the cursor staying behind it.
    func ask(_ question: String) {
        clearProgress()
        write(2, question.safeForTerminal(isColoured: errorStyle.isColoured))
    }

    /// Redraws the progress line, where there is a terminal to redraw it on.
    func progress(_ text: String) {
        guard showsProgress else { return }
        line.withLock { shown in
            if shown == text { return }
            shown = text
            let now = text.safeForTerminal(isColoured: false)
            write(2, "\r\u{1b}[K" + String(now.prefix(errorStyle.width - 1)))
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
        return String(decoding: data, as: UTF8.self).safeJSON
    }
}
