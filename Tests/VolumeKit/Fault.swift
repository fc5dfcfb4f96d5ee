// What can be made to go wrong at one operation on a volume.
package import FoxSystem

/// A fault: at which operation, of what kind, once or from then on.
package struct Fault: Sendable, Hashable {
    /// What happens.
    package enum Kind: Sendable, Hashable {
        /// The operation fails and does nothing; a close still closes, a failed fsync loses what
        /// was dirty.
        case fails(Errno)
        /// A write does so many bytes and then fails; any other operation fails.
        case failsAfter(Int, Errno)
        /// A read gives other bytes than there are.
        case lies
        /// A write says that it is done and has done nothing.
        case losesWrite
        /// The plug is pulled: the kernel keeps the mount and says odd things.
        case pulled
        /// The mount turns read-only, as after an error of the filesystem.
        case turnsReadOnly
        /// The medium spoils a file's first sector, which the page cache goes on to show as it was.
        case spoils(String)
        /// The medium spoils what a table says of a file, and the kernel has it in memory as it was.
        case spoilsTable(FATPlace, String)
    }

    /// The operation's number, from 1.
    package let number: Int
    /// What happens.
    package let kind: Kind
    /// Whether it happens at every later operation too.
    package let lasts: Bool

    /// Describes a fault.
    package init(_ kind: Kind, at number: Int, lasts: Bool = false) {
        self.kind = kind
        self.number = number
        self.lasts = lasts
    }
}
