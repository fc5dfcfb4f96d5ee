// What a program that is started must not inherit: blocked and ignored signals.
internal import Glibc

/// Attributes for posix_spawn(3).
enum SpawnAttributes {
    /// Makes attributes by which no signal is blocked or ignored; the caller destroys them.
    ///
    /// The agent blocks the signals that it receives through a descriptor, and ignores SIGPIPE. A
    /// program that inherited this could not be ended.
    ///
    /// - Parameter ownGroup: Whether the program leads a process group of its own.
    /// - Returns: The attributes.
    static func make(ownGroup: Bool) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if ownGroup { flags |= POSIX_SPAWN_SETPGROUP }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }
}
