// Waking a thread that waits for a descriptor and for other threads at the same time.
internal import CFoxShims
internal import Glibc

/// A descriptor that any thread can make readable.
package final class Doorbell: Sendable {
    /// The descriptor, to be waited for.
    package let descriptor: Int32

    /// Makes a bell that has not been rung. C: `eventfd`
    ///
    /// - Throws: `Errno`.
    package init() throws(Errno) { descriptor = try retrying { fox_event_counter() } }

    deinit { close(descriptor) }

    /// Makes the descriptor readable.
    package func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Makes the descriptor unreadable until the next ring.
    package func hush() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}

/// Waits until one of some descriptors is readable or has hung up. C: `poll`
///
/// - Parameters:
///   - descriptors: What to wait for, each with the events of poll(2) beside `POLLIN`.
///   - milliseconds: How long at most; -1 for without end.
/// - Returns: The descriptors that are ready; none when the time is over.
package func waitForAny(
    of descriptors: [(descriptor: Int32, events: Int16)], milliseconds: Int
) -> Set<Int32> {
    var list = descriptors.map { item in
        pollfd(fd: item.descriptor, events: item.events | Int16(POLLIN), revents: 0)
    }
    let count = poll(&list, nfds_t(list.count), Int32(clamping: milliseconds))
    return count > 0 ? Set(list.filter { $0.revents != 0 }.map(\.fd)) : []
}
