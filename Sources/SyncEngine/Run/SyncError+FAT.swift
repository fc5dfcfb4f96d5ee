// What is wrong with the tables of a medium, in words.

extension SyncError {
    /// A medium that does not have what was written.
    ///
    /// - Parameters:
    ///   - fault: What is wrong.
    ///   - count: How many things are wrong.
    init(_ fault: FATFault, of count: Int) {
        self.init(
            .verification, .verify, file: fault.file,
            fault.words + (count > 1 ? " (and \(count - 1) more)" : ""))
    }
}

extension FATFault {
    /// What is wrong, said of the file where it is one's.
    fileprivate var words: String {
        switch self {
        case .missing: "the medium has no entry of it in the root folder"
        case .twice: "the medium has two entries of it in the root folder"
        case .folder: "the medium has a folder in its place"
        case .size(_, let size, let wanted):
            "its entry on the medium says \(size.grouped) bytes instead of \(wanted.grouped)"
        case .short(_, let ending, let bytes, let size, let copy):
            "its cluster chain \(ending.words(isShort: true)) after \(min(bytes, size).grouped) of"
                + " \(size.grouped) bytes in the \(Self.table(copy))"
        case .long(_, let ending, let size, let copy):
            "its cluster chain \(ending.words(isShort: false)) behind its \(size.grouped) bytes in the"
                + " \(Self.table(copy))"
        case .copies: "the FATs on the medium differ about its clusters"
        case .shared(_, let other): "it shares a cluster with \(Array(other.utf8).printable)"
        case .stillThere: "it was removed, and its entry is still on the medium"
        case .changed:
            "its entry or its clusters on the medium changed, and nothing wrote to it; look at the"
                + " volume with 'fsck.vfat -n' when it is unmounted"
        case .tables(let cluster):
            "the FATs on the medium are no longer alike (cluster \(cluster)); look at the volume with"
                + " 'fsck.vfat -n' when it is unmounted"
        case .unexplained(let cluster):
            "cluster \(cluster) on the medium is in use, and by no file that was written; look at the"
                + " volume with 'fsck.vfat -n' when it is unmounted"
        case .boot: "the boot sector on the medium is not what it was"
        }
    }

    private static func table(_ copy: Int) -> String {
        switch copy {
        case 0: "first FAT"
        case 1: "second FAT"
        default: "FAT \(copy + 1)"
        }
    }
}

extension FATChain.Ending {
    fileprivate func words(isShort: Bool) -> String {
        switch self {
        case .end: isShort ? "ends" : "goes on"
        case .free: isShort ? "breaks off" : "has no end"
        case .outside: isShort ? "breaks off" : "leads nowhere"
        case .loop: "runs in a circle"
        }
    }
}

extension Int {
    /// The number in groups of three digits: `300,044`.
    fileprivate var grouped: String {
        let digits = String(self)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}
