// The page as a whole: one file that needs nothing else, neither a network nor a server.
internal import PicoFox
internal import SyncEngine

/// The page of the log.
enum ReportPage {
    /// Makes the page.
    ///
    /// - Parameters:
    ///   - data: What is on it.
    ///   - host: The name of the computer whose log it is.
    /// - Returns: HTML.
    static func html(_ data: ReportData, host: String) -> String {
        let runs = data.runs.map { ReportRun.details($0, data.waves) }
        let count = Style.count(data.runs.count, "sync", "syncs")
        let of = data.runs.count < data.total ? " of \(data.total)" : ""
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
            <title>fox-sync log of \(host)</title>
            <style>\(ReportStyle.css)</style></head>
            <body>\(data.waves.definitions)<header class="top"><h1>Fox log</h1>
            <p>\(host), \(data.at.local) local time: \(count)\(of), \
            \(Style.count(data.foxes.count, "fox", "foxes"))</p>
            <button type="button" id="print">Print event sheet</button></header>
            <main><section class="screen"><h2>Foxes</h2>\(ReportFoxes.cards(data.foxes))</section>
            \(ReportFoxes.sheet(data.sheet))<section class="screen"><h2>Syncs</h2>
            \(filters(data))<div id="runs">\(runs)</div>
            <p class="empty" id="none" \(runs.isEmpty ? "" : "hidden")>No sync is like that.</p>
            </section></main>
            <script>\(ReportScript.text)</script></body></html>

            """
        return page.text
    }

    private static func filters(_ data: ReportData) -> Markup {
        var seen: Set<String> = []
        let devices: [Markup] = data.foxes.map { fox in
            "<option value=\"\(fox.id)\">\(fox.title)</option>"
        }
        let results: [Markup] = data.runs.map(\.run.result.rawValue)
            .filter { seen.insert($0).inserted }.sorted()
            .map { "<option>\($0)</option>" }
        return """
            <form id="filters" class="filters"><label>Search <input type="search" id="search" \
            placeholder="callsign, file, run, key …"></label><label>Fox <select id="device">\
            <option value="">all</option>\(devices)</select></label><label>Result \
            <select id="result"><option value="">all</option>\(results)</select></label>\
            <output id="count"></output></form>

            """
    }

    /// Nothing is fetched, and no script runs but the page's own.
    private static var policy: String {
        "default-src 'none'; style-src '\(hash(ReportStyle.css))'; script-src"
            + " '\(hash(ReportScript.text))'; base-uri 'none'; form-action 'none'"
    }

    /// A content's digest as a policy has it (W3C, Content Security Policy Level 3, 2.3.1).
    private static func hash(_ content: Markup) -> String {
        let hex = Array(Digest(of: Array(content.text.utf8)).hex)
        let bytes = stride(from: 0, to: hex.count, by: 2).map { index in
            UInt8(String(hex[index...index + 1]), radix: 16) ?? 0
        }
        return "sha256-" + base64(bytes)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            var letter: [Character] = []
            for _ in 0..<4 {
                letter.insert(letters[bits & 63], at: 0)
                bits >>= 6
            }
            text += String(letter.prefix(group.count + 1))
            text += String(repeating: "=", count: 3 - group.count)
        }
        return text
    }
}
