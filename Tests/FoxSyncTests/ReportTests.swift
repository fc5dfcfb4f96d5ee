// `log --html`: what a browser makes of the page, and what nothing on a volume can make of it.
import Foundation
import Testing

@testable import fox_sync

@Suite("fox-sync log --html")
struct ReportTests {
    /// A bench with three foxes: one fine, one held, one with a name that wants to be markup.
    private func bench() throws -> Program {
        let program = try Program()
        let evil = "<script>document.title='owned'</script>"
        for (index, name) in ["fox 2", "fox 10", evil].enumerated() {
            let fox = try program.factoryFox("mount/\u{202e}<img src=x onerror=alert(1)> \(index)")
            try program.draft("hunt\(index)", callsign: "K7ABC")
            #expect(try program.run("sync", "--volume", fox, "--draft", "hunt\(index)").status == 0)
            #expect(try program.run("name", "path:\(fox)", name).status == 0)
            if index == 1 {
                try program.write(
                    Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=</SCRIPT>&\"'"),
                    to: "mount/\u{202e}<img src=x onerror=alert(1)> \(index)/settings.txt")
                #expect(try program.run("sync", "--volume", fox).status == 3)
            }
        }
        return program
    }

    private func count(_ part: String, in text: String) -> Int {
        text.components(separatedBy: part).count - 1
    }

    @Test(
        "the page in a browser: foxes, runs, diffs, waves; nothing of a volume becomes markup",
        .enabled(if: Browser.program != nil))
    func browser() throws {
        let program = try bench()
        let page = program.folder + "/page.html"
        #expect(try program.run("log", "--html", page).out.contains("4 syncs of 3 foxes"))
        #expect(
            try program.run("log", "--html", page + ".1", "--draft", "hunt0").out.contains(
                "1 sync of 1 fox"))
        let dom = try Browser.dom(page, in: program)
        // The page's own script ran, so its digest is the one that its policy names.
        #expect(dom.contains(">4 of 4</output>"))
        #expect(count("<details", in: dom) == 4)
        #expect(count("<article", in: dom) == 3)
        #expect(count("<script", in: dom) == 1)
        #expect(count("<img", in: dom) == 0)
        #expect(!dom.contains("<title>owned"))
        #expect(!dom.contains("\u{202e}"))
        #expect(dom.contains("<ins>K7ABC</ins>"))
        #expect(count("<symbol", in: dom) == 1, "one sound, drawn once")
        #expect(count("<use", in: dom) >= 3)
        #expect(dom.contains("fox-sync pull"))
        let sheet = try #require(dom.components(separatedBy: "class=\"sheet\"").last)
        #expect(count("<tr>", in: sheet.components(separatedBy: "</table>")[0]) == 4)
        let names = ["fox 2", "fox 10"].compactMap { sheet.range(of: ">\($0)<")?.lowerBound }
        #expect(names.count == 2 && names[0] < names[1])
        #expect(sheet.contains("since then held"))
        // The held fox comes first, and nothing is told as done that was not.
        let cards = try #require(dom.components(separatedBy: "class=\"cards\"").last)
        #expect(cards.components(separatedBy: "</article>")[0].contains(">needs a decision</span>"))
        let held = try #require(
            dom.components(separatedBy: "data-result=\"held\"").last?
                .components(separatedBy: "</details>")[0])
        #expect(held.contains("<th>on the fox</th><th>in the draft</th>"))
        #expect(!held.contains("<ins>") && !held.contains("<del>") && !held.contains("after"))
    }

    @Test("searching, filtering and links work in the page", .enabled(if: Browser.program != nil))
    func filters() throws {
        let program = try bench()
        let page = program.folder + "/page.html"
        try program.run("log", "--html", page)
        let held = try Browser.dom(page, hash: "#result=held", in: program)
        #expect(held.contains(">1 of 4</output>"))
        let searched = try Browser.dom(page, hash: "#search=HUNT0%20pushed", in: program)
        #expect(searched.contains(">1 of 4</output>"))
        let none = try Browser.dom(page, hash: "#search=nowhere", in: program)
        #expect(none.contains(">0 of 4</output>"))
        #expect(none.contains("id=\"none\">"))
        let run = try #require(
            try program.run("log", "--json", "-n", "1").json()["run"] as? String)
        let open = try Browser.dom(page, hash: "#run-\(run)", in: program)
        #expect(open.contains("id=\"run-\(run)\" ") && count("open=\"\"", in: open) == 1)
    }

    @Test(
        "it can be looked at on a desk and on a phone", .enabled(if: Browser.program != nil),
        arguments: [(1280, 900), (390, 844)])
    func screenshot(_ width: Int, _ height: Int) throws {
        let program = try bench()
        let page = program.folder + "/page.html"
        let picture = program.folder + "/page.png"
        try program.run("log", "--html", page)
        _ = try Browser.run(
            ["--screenshot=\(picture)", "--window-size=\(width),\(height)"],
            page: "file://\(page)", in: program)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: picture)))
        try #require(bytes.count > 24 && bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(bytes[18..<20].reduce(0) { $0 << 8 | Int($1) } == width)
        // A picture of one colour would be a few hundred bytes.
        #expect(bytes.count > 10_000)
        // Nothing sticks out to the right: the page is as wide as the window.
        let probe = try program.text(page).replacing(
            "</body>",
            with: "<p id=\"wide\"></p><script>wide.textContent = 'w' +"
                + " document.documentElement.scrollWidth</script></body>"
        ).replacing("Content-Security-Policy", with: "x")
        let path = try program.write(probe, to: "probe.html")
        let dom = try Browser.run(
            ["--dump-dom", "--window-size=\(width),\(height)"], page: "file://\(path)", in: program)
        let measured = dom.components(separatedBy: "id=\"wide\">w").last?.prefix { $0.isNumber }
        #expect(Int(measured ?? "") ?? 9999 <= max(width, 500), "\(measured ?? "")")
    }

    @Test(
        "the page prints what a fox has, as last read, and not what a held or invalid draft wants")
    func asRead() throws {
        let program = try Program()
        let path = try program.editedFox("146.565", "145.3")
        let id = "path:\(path)"
        try program.run("draft", "set", "fox1", "FREQ_MHZ=146.56")
        #expect(try program.run("sync", "--volume", path).status == 3)
        /// The fox's row on the sheet, its card, and its last run.
        func page() throws -> (sheet: String, card: String) {
            let page = try program.run("log", "--html", "-").out
            let sheet = try #require(page.components(separatedBy: "class=\"sheet\"").last)
            return (
                sheet.components(separatedBy: "</table>")[0],
                page.components(separatedBy: "<article")[1].components(separatedBy: "</article>")[0]
            )
        }
        var (sheet, card) = try page()
        for text in [sheet, card] {
            #expect(text.contains("145.300 MHz") && !text.contains("146.5"))
        }
        #expect(card.contains("fox-sync resolve"))
        let show = try program.run("log", "show", lastRun(program)).out
        #expect(show.contains("145.3") && show.contains("in the draft"))
        #expect(!show.contains("on the air") && !show.contains(" → 146.56"))
        let held = try program.run("log", "show", lastRun(program), "--json").json()
        #expect((held["onFox"] as? [String: Any])?["frequencyHz"] as? Int == 145_300_000)
        #expect((held["inDraft"] as? [String: Any])?["frequencyHz"] as? Int == 146_560_000)
        #expect(held["hold"] as? String == "conflict")
        // An invalid draft changes nothing on the fox either.
        #expect(try program.run("resolve", id, "--keep", "draft").status == 0)
        try program.run("draft", "set", "fox1", "callsign=")
        #expect(try program.run("sync", "--volume", path).status == 5)
        (sheet, card) = try page()
        #expect(sheet.contains("<td>K7ABC</td><td>146.560 MHz</td>"), "\(sheet)")
        #expect(card.contains("off the air</span>") && card.contains("the fox keeps what it has"))
        // What cannot be read is not known.
        try FileManager.default.removeItem(atPath: path + "/settings.txt")
        #expect(try program.run("sync", "--volume", path).status == 1)
        (sheet, card) = try page()
        #expect(
            sheet.contains("<td>damaged</td><td>?</td><td>?</td>") && card.contains("<dd>?</dd>"))
    }

    private func lastRun(_ program: Program) throws -> String {
        try #require(try program.run("log", "--json", "-n", "1").json()["run"] as? String)
    }

    @Test("the file is replaced whole, and only a file")
    func file() throws {
        let program = try bench()
        let page = try program.write("old", to: "page.html")
        #expect(try program.run("log", "--html", page).status == 0)
        #expect(try program.text(page).hasPrefix("<!DOCTYPE html>"))
        for other in [program.folder + "/mount", "/dev/null", program.folder + "/none/page.html"] {
            #expect(try program.run("log", "--html", other).status == 1, "\(other)")
        }
        let link = program.folder + "/link.html"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: page)
        #expect(try program.run("log", "--html", link).status == 1)
        let out = try program.run("log", "--html", "-", "--json")
        #expect(out.out.hasPrefix("<!DOCTYPE html>"))
        #expect(out.out.trimmingCharacters(in: .newlines).hasSuffix("</html>"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: program.folder)
                .allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test("an empty log makes a page, too, and no state")
    func empty() throws {
        let program = try Program()
        let out = try program.run("log", "--html", "-").out
        #expect(out.contains("No fox was ever seen"))
        #expect(!FileManager.default.fileExists(atPath: program.folder + "/home/fox-sync.db"))
    }

    @Test(
        "text becomes no tag, no entity, no end of an attribute, and nothing turns round",
        arguments: [
            ("<b>", "&lt;b&gt;"), ("&amp;", "&amp;amp;"),
            ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
            ("\u{202e}txt", "\\u{202e}txt"), ("a\u{0}\u{1b}[31m", "a\\x00\\x1b[31m"),
            ("</script>", "&lt;/script&gt;"), ("fox – Süd", "fox – Süd"),
        ])
    func escaping(_ text: String, _ html: String) {
        #expect(Markup.escape(text) == html)
        #expect(("<i title=\"\(text)\">" as Markup).text == "<i title=\"\(html)\">")
    }
}
