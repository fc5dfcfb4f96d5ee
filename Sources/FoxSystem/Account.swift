// What the computer's list of users knows: a home for a process without HOME, a name for an owner.
internal import Glibc

/// An entry of the list of users.
package struct Account: Equatable, Sendable {
    /// The user's name, as in `root`.
    package let name: String
    /// The user's home; absolute, or what somebody wrote there instead.
    package let home: String

    /// Looks a user up; nil where the list does not know it. C: `getpwuid_r`
    ///
    /// - Parameter user: The user's number.
    package init?(_ user: UInt32) {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // One with thousands of groups has a long line, too.
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let name = entry.pw_name, let home = entry.pw_dir
        else { return nil }
        self.name = String(cString: name)
        self.home = String(cString: home)
    }

    /// The user as whom this process acts. C: `geteuid`
    package static var current: Account? { Account(geteuid()) }
}
