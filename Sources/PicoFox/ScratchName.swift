// Which names are an editor's or a copying program's own: swap files, backups, unfinished copies.

/// The names that programs give to files which are not meant to stay.
///
/// They are nobody's content: no draft is changed by them, and no fox gets them. Each was looked up
/// in the program's documentation or seen while it saved a file.
package enum ScratchName {
    /// Whether a name is one of them.
    ///
    /// - Parameter name: A file's name, without its folder.
    /// - Returns: True for a leftover or an unfinished file.
    package static func matches(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        return endings.contains { name.hasSuffix($0) } || beginnings.contains { name.hasPrefix($0) }
            || (name.hasPrefix("#") && name.hasSuffix("#")) || isVim(bytes) || isRandom(bytes)
            || isOwn(bytes)
    }

    private static let endings = [
        // vim, emacs, nano, Kate and gedit keep the version before as `x~`, emacs also as `x.~1~`.
        "~",
        // Syncthing `.syncthing.x.tmp`, LibreOffice `lu123.tmp`, and whoever else means it.
        ".tmp", ".vsctmp", ".kate-swp", ".part", ".partial", ".crdownload", ".filepart",
    ]
    private static let beginnings = [
        // emacs's lock, a link to nowhere; LibreOffice's and rsync's; gedit and all of GIO.
        ".#", ".~", ".goutputstream-", "~syncthing~", ".syncthing.", ".nfs", ".fuse_hidden",
    ]

    /// `.x.swp` to `.x.swa`, and the `4913` by which vim tries whether it may make files.
    private static func isVim(_ name: [UInt8]) -> Bool {
        if name.first == UInt8(ascii: "."), name.count > 5 {
            let end = Array(name.suffix(4))
            if end.starts(with: Array(".sw".utf8)),
                (UInt8(ascii: "a")...UInt8(ascii: "x")) ~= end[3]
            {
                return true
            }
        }
        // One that is taken is counted up by 123 (vim, `src/bufwrite.c`).
        guard name.count <= 6, let number = Int(String(decoding: name, as: UTF8.self)) else {
            return false
        }
        return number >= 4913 && (number - 4913) % 123 == 0
    }

    /// Names with six random letters (mkstemp(3)): rsync's `.x.Ab12Cd`, the `x.Ab12Cd` of Kate and
    /// all of Qt, the `sedAb12Cd` of `sed -i`; and the `tmpab12cd34` of Python.
    private static func isRandom(_ name: [UInt8]) -> Bool {
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if let last = parts.last, parts.count >= 3, last.count == 6, last.allSatisfy(isLetter) {
            return true
        }
        func isBegun(by word: String, letters: Int) -> Bool {
            name.count == word.utf8.count + letters && name.starts(with: word.utf8)
                && name.dropFirst(word.utf8.count).allSatisfy {
                    isLetter($0) || $0 == UInt8(ascii: "_")
                }
        }
        return isBegun(by: "sed", letters: 6) || isBegun(by: "tmp", letters: 8)
    }

    /// fox-sync's own `x.123.new`.
    private static func isOwn(_ name: [UInt8]) -> Bool {
        let parts = name.split(separator: UInt8(ascii: "."))
        return parts.count >= 3 && parts.last.map(Array.init) == Array("new".utf8)
            && parts[parts.count - 2].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
