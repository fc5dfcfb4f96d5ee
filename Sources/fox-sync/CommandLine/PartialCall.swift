// A call that is still being typed: getopt would refuse it, and moves words about.

/// The words of a call as far as it is typed.
struct PartialCall: Equatable, Sendable {
    /// Words that belong to no option.
    private(set) var words: [String] = []
    /// The option that waits for its value.
    private(set) var waiting: Option?
    /// Whether `--` was typed: only words follow.
    private(set) var endsOptions = false
    /// Whether nothing was typed.
    let isEmpty: Bool

    /// Sorts the words out.
    ///
    /// - Parameters:
    ///   - typed: What stands between the command's name and the cursor.
    ///   - options: The command's own options.
    init(_ typed: [String], options: [Option]) {
        isEmpty = typed.isEmpty
        for word in typed {
            if waiting != nil {
                waiting = nil
            } else if endsOptions || !word.hasPrefix("-") || word == "-" {
                words.append(word)
            } else if word == "--" {
                endsOptions = true
            } else if word.hasPrefix("--") {
                waiting = options.first { $0.wantsNextWord && word == "--" + $0.name }
            } else {
                // The last of some letters may want a value, and then nothing follows it.
                waiting = options.first { $0.wantsNextWord && $0.letter == word.last }
            }
        }
    }
}
