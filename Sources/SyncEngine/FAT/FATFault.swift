// What is wrong with the tables of a medium after a push.

/// One thing in the tables that is not as it must be.
package enum FATFault: Equatable, Sendable {
    /// A written file has no entry in the root folder.
    case missing(String)
    /// A written file has more entries than one.
    case twice(String)
    /// A written file's entry is a folder's.
    case folder(String)
    /// A written file's entry has another size, in bytes.
    case size(String, is: Int, wanted: Int)
    /// A file's chain is too short, in bytes of its size, in one of the tables (from 0).
    case short(String, FATChain.Ending, bytes: Int, of: Int, copy: Int)
    /// A file's chain does not end where the file does, in one of the tables (from 0).
    case long(String, FATChain.Ending, size: Int, copy: Int)
    /// A file has other clusters in the second table than in the first.
    case copies(String)
    /// A written file and another one own the same cluster.
    case shared(String, with: String)
    /// A removed file still has an entry.
    case stillThere(String)
    /// A file that nothing wrote to has another entry, or other clusters, than before.
    case changed(String)
    /// The tables were alike, and differ now; the number of the first cluster of which they do.
    case tables(cluster: Int)
    /// A cluster was free, or another file's, and is now in use for no file that was written.
    case unexplained(cluster: Int)
    /// The boot sector says something else than before.
    case boot

    /// The file that it is about, where it is one's.
    package var file: String? {
        switch self {
        case .missing(let name), .twice(let name), .folder(let name), .copies(let name),
            .stillThere(let name), .changed(let name), .size(let name, _, _),
            .short(let name, _, _, _, _), .long(let name, _, _, _), .shared(let name, _):
            name
        case .tables, .unexplained, .boot: nil
        }
    }
}
