// What fsck.fat found, in words for people: its own lines are for those who know a FAT.
internal import FoxSystem
internal import SyncEngine

/// The findings of one look of `fsck.fat`.
struct FATVerdict: Equatable {
    /// The findings as clauses; empty for a volume in order.
    let findings: [String]
    /// Whether a file cannot be read as its entry says, or the two tables differ.
    let isBroken: Bool

    /// The findings in one sentence.
    var words: String { findings.isEmpty ? "nothing is wrong" : findings.joined(separator: "; ") }

    /// Understands what `fsck.fat` (dosfstools 4.2) prints.
    ///
    /// That the firmware's formatter leaves the label blank is no damage, though `fsck.fat` complains.
    ///
    /// - Parameter output: All that it said.
    init(_ output: [UInt8]) {
        let lines = output.split(separator: UInt8(ascii: "\n")).map(\.printable)
        var findings: [String] = []
        var isBroken = false
        var files: [String] = []
        func broken(_ words: String) {
            isBroken = true
            if !findings.contains(words) { findings.append(words) }
        }
        for line in lines {
            let text = line.trimmingBlanks
            if line.hasPrefix("/") {
                let file = text.hasSuffix(" and") ? String(text.dropLast(4)) : text
                files =
                    (files.count > 1 ? [] : files.suffix(1)) + [file.trimmingBlanks.lowercased()]
                continue
            }
            let file = files.last.map { String($0.dropFirst()) } ?? "a file"
            if text.contains("free cluster") || text.contains("bad cluster") {
                broken("the clusters of \(file) end in the middle")
            } else if text.hasPrefix("File size is") {
                broken("\(file) is not as long as its clusters")
            } else if text.contains("share clusters") {
                broken("two files have the same clusters, one is \(file)")
            } else if text.hasPrefix("FATs differ") || text.contains("FATs are different") {
                broken("the two tables differ")
            } else if text.contains("ircular") || text.contains("Bad ") {
                broken("the clusters or the entry of \(file) make no sense")
            } else if text.hasPrefix("Reclaimed"),
                let count = text.split(separator: " ").dropFirst().first
            {
                findings.append("clusters that no file has: \(count)")
            } else if text.hasPrefix("Dirty bit") {
                findings.append("it was not unmounted")
            }
        }
        self.findings = findings
        self.isBroken = isBroken
    }
}

extension String {
    /// Without the blanks around it.
    fileprivate var trimmingBlanks: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
