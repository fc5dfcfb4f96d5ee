// The words and options of one call, sorted out by glibc's getopt_long.
internal import CFoxShims
internal import Glibc
internal import SyncEngine

/// What was typed after a command's name.
struct Invocation: Sendable, Equatable {
    /// Words that belong to no option.
    private(set) var words: [String] = []
    private var options: [String: [String]] = [:]

    /// Whether a switch was given.
    func has(_ name: String) -> Bool { options[name] != nil }

    /// The value given for an option, the last of several.
    func value(_ name: String) -> String? { options[name]?.last }

    /// All values given for an option, in order.
    func values(_ name: String) -> [String] { options[name] ?? [] }

    /// A whole number given for an option.
    func number(_ name: String, in range: ClosedRange<Int>) throws(CLIError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(name) wants a number from \(range.lowerBound) to \(range.upperBound),"
                    + " not '\(Array(text.utf8).printable)'")
        }
        return number
    }

    /// A level given for an option, in dB.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - range: What makes sense.
    /// - Returns: Nil without the option, and without a value where that may be left out.
    /// - Throws: `CLIError`.
    func decibels(_ name: String, in range: ClosedRange<Double>) throws(CLIError) -> Double? {
        guard let text = value(name), !text.isEmpty else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw .usage(
                "--\(name) wants dB from \(Int(range.lowerBound)) to \(Int(range.upperBound)),"
                    + " not '\(Array(text.utf8).printable)'")
        }
        return number
    }

    /// Sorts out arguments.
    ///
    /// Not reentrant: getopt keeps its place in global variables.
    ///
    /// - Parameters:
    ///   - arguments: What follows the command's name.
    ///   - known: The options that may be among them.
    ///   - command: The command's name, for messages.
    /// - Throws: `CLIError` with exit code 2 for an unknown option, a missing value, or a value too
    ///   many: of two, one would be passed over without a word; and for an empty word or value.
    init(_ arguments: [String], options known: [Option], command: String) throws(CLIError) {
        let vector = (["fox-sync"] + arguments).map { strdup($0) } + [nil]
        let names = known.map { strdup($0.name) }
        defer { for pointer in vector + names { free(pointer) } }
        // Beyond the letters, so that an option without a letter has a number of its own.
        let first: Int32 = 0x1000
        var longs = known.enumerated().map { index, item in
            option(
                name: names[index],
                has_arg: item.value == nil
                    ? no_argument : item.isOptional ? optional_argument : required_argument,
                flag: nil, val: first + Int32(index))
        }
        longs.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        let shorts =
            ":"
            + known.compactMap { option in
                option.letter.map { "\($0)" + (option.value == nil ? "" : ":") }
            }.joined()
        let count = Int32(arguments.count + 1)
        var restart = true
        var place = 1
        while true {
            let found = Self.next(vector, shorts, longs, restart: restart)
            restart = false
            place = Int(found.next)
            if found.code == -1 { break }
            let typed = vector[place - 1].map { String(cString: $0) } ?? ""
            if found.code == Int32(UInt8(ascii: ":")) {
                throw .usage("option '\(typed)' wants a value", command: command)
            }
            let option =
                found.code >= first
                ? known[Int(found.code - first)]
                : known.first { $0.letter.map { Int32($0.asciiValue ?? 0) } == found.code }
            guard let option else {
                let letter = UInt8(exactly: found.unknown).map {
                    "-\(Character(UnicodeScalar($0)))"
                }
                let name = typed.hasPrefix("--") ? typed : letter ?? typed
                throw .usage(
                    "there is no option '\(Array(name.utf8).printable)'", command: command)
            }
            if option.value != nil, !option.repeats, has(option.name) {
                throw .usage("option '--\(option.name)' is given more than once", command: command)
            }
            if found.value?.pointee == 0 {
                throw .usage(
                    "the value of '--\(option.name)' is empty (an unset variable?)",
                    command: command)
            }
            self.options[option.name, default: []]
                .append(found.value.map { String(cString: $0) } ?? "")
        }
        words = vector[place..<Int(count)].compactMap { $0.map { String(cString: $0) } }
        // As the beginning of a name it would mean whatever there is just one of.
        if words.contains("") {
            throw .usage(
                "a word after '\(command)' is empty (an unset variable?)", command: command)
        }
    }

    /// One step of getopt, which moves the pointers of the vector about.
    private static func next(
        _ vector: [UnsafeMutablePointer<CChar>?], _ shorts: String, _ longs: [option],
        restart: Bool
    ) -> fox_option {
        vector.withUnsafeBufferPointer { pointers in
            guard let start = UnsafeRawPointer(pointers.baseAddress) else {
                return fox_option(code: -1, next: 1, unknown: 0, value: nil)
            }
            return start.withMemoryRebound(
                to: UnsafeMutablePointer<CChar>.self, capacity: pointers.count
            ) { fox_next_option(Int32(pointers.count - 1), $0, shorts, longs, restart) }
        }
    }
}
