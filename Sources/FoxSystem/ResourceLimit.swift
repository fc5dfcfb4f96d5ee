// Limits of the process below which nothing can be told any more, looked at before anything is done.
internal import Glibc

/// The least that this program runs with.
package enum ResourceLimit {
    /// Files that it has open at once, with some to spare.
    static let files: UInt = 32
    /// Address space in bytes: the program and its libraries, and the stacks of some threads.
    static let addressSpace: UInt = 128 << 20

    /// Which limit is too low to work, in a sentence.
    ///
    /// Below them Swift's runtime ends the process by a trap, or Dispatch waits for memory without
    /// end. C: `getrlimit`
    package static var problem: String? {
        if let now = soft(RLIMIT_NOFILE), now < files {
            return "the limit of open files is \(now), and fox-sync needs \(files): raise it with"
                + " 'ulimit -n 1024' (LimitNOFILE= in a service)"
        }
        if let now = soft(RLIMIT_AS), now < addressSpace {
            return "the limit of memory is \(now >> 20) MiB of addresses, and fox-sync needs"
                + " \(addressSpace >> 20): raise it with 'ulimit -v unlimited' (LimitAS= in a service)"
        }
        return nil
    }

    private static func soft(_ resource: __rlimit_resource) -> UInt? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
            ? limit.rlim_cur : nil
    }
}
