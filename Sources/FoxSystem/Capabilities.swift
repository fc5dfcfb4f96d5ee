// Keeps the privilege of a service to the program itself: editors, hooks and pagers do not inherit it.
internal import CFoxShims

/// The capabilities of this process (capabilities(7)).
package enum Capabilities {
    /// Lets no program that this one starts inherit a capability.
    ///
    /// The bench service and `fox-sync-bench` give the program its one capability as an ambient one, which
    /// every program that it starts would have, too. The program keeps its own. Each thread has its own
    /// set, so this has to come before the first thread.
    package static func keepFromChildren() { _ = fox_clear_ambient() }
}
