// What the tests ask of the probe, one JSON object a line on its standard input.

/// A request; each gets exactly one reply besides the hints that come by themselves.
enum ProbeCommand: Codable, Sendable {
    /// Scan, and reply with the scan.
    case scan
    /// Run a shell command in the probe's namespaces and wait for it.
    case run(String)
    /// Count the probe's open descriptors.
    case countDescriptors
    /// Count the timers that are set to go off.
    case countArmedTimers
    /// Stop the watcher, and reply when its stream has ended.
    case stop
    /// Add devices to umockdev's testbed, in its own format; it sends `add` for each.
    case mockAdd(String)
    /// Remove a device from umockdev's testbed by its place in sysfs; it sends `remove`.
    case mockRemove(String)
    /// Send events through umockdev: places in sysfs and actions.
    case mockEvents([MockEvent])
}

/// One event that umockdev sends in udevd's stead.
struct MockEvent: Codable, Sendable {
    /// The device's place in sysfs.
    let path: String
    /// What happened to it, such as `add`.
    let action: String
}
