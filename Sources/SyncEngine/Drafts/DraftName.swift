// Which names a draft may have: they are folder names and words on a command line.

/// The rule for draft names.
package enum DraftName {
    /// Why a name cannot be a draft's.
    ///
    /// - Parameter name: The wanted name.
    /// - Returns: A sentence, or nil when the name is fine.
    package static func refusal(_ name: String) -> String? {
        if name.isEmpty { return "a draft needs a name" }
        if name.hasPrefix(".") || name.hasPrefix("-") {
            return "a draft's name cannot begin with '\(name.prefix(1))'"
        }
        if name.first == " " || name.last == " " {
            return "a draft's name cannot begin or end with a blank"
        }
        if name.utf8.contains(UInt8(ascii: "/")) { return "a draft's name cannot contain '/'" }
        if Array(name.utf8).printable != name {
            return "a draft's name cannot contain control or invisible characters"
        }
        return name.utf8.count > 100 ? "a draft's name has at most 100 bytes" : nil
    }
}
