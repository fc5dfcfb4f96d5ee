// The words and options of one call, sorted out by glibc's getopt_long.
internal import CFoxShims
internal import Glibc

/// What was typed after a command's name.
struct Invocation: Sendable, Equatable {
    /// Words that belong to no option.
    private(set) var words: [String] = []
    private var options: [String: [String]] = [:]

    /// Whether a switch was given.
    func has(_ name: String) -> Bool { options[name] != nil }

    /// The last value given for an option.
    func value(_ name: String) -> String? { options[name]?.last }

    /// All values given for an option, in order.
    func values(_ name: String) -> [String] { options[name] ?? [] }

    /// A whole number given for an option.
    func number(_ name: String, in range: ClosedRange<Int>) throws(CLIError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(name) wants a number from \(range.lowerBound) to \(range.upperBound),"
                    + " not '\(text)'")
        }
        return number
    }

    /// Sorts out arguments. Not reentrant: getopt keeps its place in global variables.
    ///
    /// - Parameters:
    ///   - arguments: What follows the command's name.
    ///   - options: The options that may be among them.
    ///   - command: The command's name, for messages.
    /// - Throws: `CLIError` with exit code 2 for an unknown option or a missing value.
    init(_ arguments: [String], options known: [Option], command: String) throws(CLIError) {
        let vector = (["fox-sync"] + arguments).map { strdup($0) } + [nil]
        let names = known.map { strdup($0.name) }
        defer { for pointer in vector + names { free(pointer) } }
        // Beyond the letters, so that an option without a letter has a number of its own.
        let first: Int32 = 0x1000
        var longs = known.enumerated().map { index, option in
            CFoxShims.option(
                name: names[index], has_arg: option.value == nil ? no_argument : required_argument,
                flag: nil, val: first + Int32(index))
        }
        longs.append(CFoxShims.option(name: nil, has_arg: 0, flag: nil, val: 0))
        let shorts =
            ":"
            + known.compactMap { option in
                option.letter.map { "\($0)" + (option.value == nil ? "" : ":") }
            }.joined()
        let count = Int32(arguments.count + 1)
        var restart: Int32 = 1
        while true {
            // getopt moves the pointers of the vector about, never what they point to.
            let found = vector.withUnsafeBufferPointer { pointers in
                UnsafeRawPointer(pointers.baseAddress!)
                    .withMemoryRebound(to: UnsafeMutablePointer<CChar>.self, capacity: Int(count)) {
                        fox_next_option(count, $0, shorts, longs, restart)
                    }
            }
            restart = 0
            if found == -1 { break }
            let culprit = Int(optind) - 1 < vector.count ? vector[Int(optind) - 1] : nil
            let typed = culprit.map { String(cString: $0) } ?? ""
            if found == Int32(UInt8(ascii: ":")) {
                throw .usage("option '\(typed)' wants a value", command: command)
            }
            let option =
                found >= first
                ? known[Int(found - first)]
                : known.first { $0.letter.map { Int32($0.asciiValue ?? 0) } == found }
            guard let option else {
                let name = optopt > 0 && optopt < 128 && !typed.hasPrefix("--")
                    ? "-\(Character(UnicodeScalar(UInt8(optopt))))" : typed
                throw .usage("there is no option '\(name)'", command: command)
            }
            self.options[option.name, default: []]
                .append(option.value == nil ? "" : optarg.map { String(cString: $0) } ?? "")
        }
        words = vector[Int(optind)..<Int(count)].compactMap { $0.map { String(cString: $0) } }
    }
}
