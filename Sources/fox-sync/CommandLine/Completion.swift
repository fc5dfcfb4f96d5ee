// What can stand at the cursor of a command line: the shells ask, so that they need no list of their own.
internal import PicoFox
internal import SyncEngine

/// The candidates for one word of a command line.
struct Completion: Equatable, Sendable {
    /// Names of the file system that may stand there too; the shell knows them better.
    enum Names: String, Sendable {
        case none = ""
        case file = ":file"
        case folder = ":folder"
    }

    /// One word that may stand there.
    struct Candidate: Equatable, Sendable {
        let word: String
        /// A few words about it, for shells that show them.
        let meaning: String

        init(_ word: String, _ meaning: String = "") {
            self.word = word
            self.meaning = meaning
        }
    }

    private(set) var candidates: [Candidate] = []
    private(set) var names = Names.none

    /// Candidates from elsewhere.
    init(candidates: [Candidate]) { self.candidates = candidates }

    /// Works out what can stand at the cursor.
    ///
    /// - Parameters:
    ///   - before: The words between the program's name and the cursor's.
    ///   - current: The word at the cursor, as far as it is typed.
    ///   - staged: Where drafts, devices and runs are asked for.
    init(after before: [String], current: String, staged: Staged) {
        guard let (command, count) = CommandTable.find(before) else {
            candidates = Self.commands(before, current)
            return
        }
        let call = PartialCall(Array(before.dropFirst(count)), options: command.options)
        if call.isEmpty && count == 1 {
            // `log` is a command, and `log show` one too.
            candidates = Self.commands(before, current)
        }
        if let option = call.waiting {
            fill(option.value ?? "", call, command, staged)
        } else if current.hasPrefix("-") && !call.endsOptions {
            if let option = command.options.first(where: { current.hasPrefix("--\($0.name)=") }) {
                fill(option.value ?? "", call, command, staged)
                candidates = candidates.map { .init("--\(option.name)=\($0.word)", $0.meaning) }
                names = .none
            } else {
                candidates = (command.options + Option.common).map {
                    .init("--\($0.name)", $0.help)
                }
            }
        } else if call.words.count < command.count.upperBound {
            for slot in Self.slots(command, call.words.count) {
                fill(slot, call, command, staged)
            }
        }
    }

    /// What stands at a place of a command's words, as its usage says.
    ///
    /// A word in brackets may be left out, so the one behind it may stand there as well; the last one
    /// may come again.
    private static func slots(_ command: Command, _ index: Int) -> ArraySlice<String> {
        let all = command.words.split(separator: " ").map(String.init)
        guard !all.isEmpty else { return [] }
        let first = min(index, all.count - 1)
        var last = first
        while all[last].hasPrefix("[") && last + 1 < all.count { last += 1 }
        return all[first...last]
    }

    private mutating func fill(
        _ usage: String, _ call: PartialCall, _ command: Command, _ staged: Staged
    ) {
        let slot = String(usage.filter { $0 != "[" && $0 != "]" && $0 != "…" })
        switch slot {
        case "DEVICE": candidates += staged.devices()
        case "DRAFT": candidates += staged.drafts()
        // A name that exists already, but for those that are being given.
        case "NAME" where command.name != "draft new" && command.name != "name":
            candidates += staged.drafts()
        case "RUN": candidates += staged.runs()
        case "ID": candidates += Firmware.all.map { .init($0.id, $0.title) }
        case "SIDE":
            candidates += [
                .init("draft", "the draft goes onto the fox"),
                .init("device", "the fox's files go into the draft"),
                .init("merge", "both, where they changed different things"),
            ]
        case "RESULT": candidates += RunResult.allCases.map { .init($0.rawValue) }
        case "STATE": candidates += FoxState.Kind.allCases.map { .init($0.rawValue) }
        case "KEY", "KEY=VALUE":
            let firmware = call.words.first.flatMap(staged.firmware) ?? .stock
            candidates += firmware.keys.map {
                .init($0.name + slot.dropFirst(3).prefix(1), $0.meaning)
            }
        case _ where slot.hasPrefix("DIR"): names = .folder
        case _ where slot.hasPrefix("FILE"): names = .file
        default: break
        }
    }

    /// Commands, and the groups they come in.
    private static func commands(_ before: [String], _ current: String) -> [Candidate] {
        if before.count == 1 {
            return CommandTable.all.filter { $0.name.hasPrefix(before[0] + " ") }.map {
                .init(String($0.name.dropFirst(before[0].count + 1)), $0.summary)
            }
        }
        guard before.isEmpty else { return [] }
        if current.hasPrefix("-") { return [.init("--help"), .init("--version")] }
        var found: [Candidate] = []
        for command in CommandTable.all {
            let first = String(command.name.prefix { $0 != " " })
            if found.contains(where: { $0.word == first }) { continue }
            let group = CommandTable.all.filter { $0.name.hasPrefix(first + " ") }.map {
                $0.name.dropFirst(first.count + 1)
            }
            found.append(
                .init(
                    first, command.name == first ? command.summary : group.joined(separator: ", ")))
        }
        return found
    }

    /// One line a candidate, its meaning behind a tab; last what the shell shall add by itself.
    var text: String {
        var lines = candidates.map { candidate in
            let parts = [candidate.word, candidate.meaning].filter { !$0.isEmpty }
            return parts.map { Array($0.utf8).printable }.joined(separator: "\t")
        }
        if names != .none { lines.append(names.rawValue) }
        return lines.joined(separator: "\n")
    }
}
