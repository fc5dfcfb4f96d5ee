// A mount namespace of the process's own, so that what it mounts is nobody else's.
internal import CFoxShims
internal import Glibc

/// The mount namespace of this process.
package enum MountNamespace {
    /// Puts the process into a namespace of its own; the machine's later mounts still come in.
    ///
    /// To be called before the process has a second thread: the call is about one thread.
    /// C: `unshare`
    ///
    /// - Throws: `Errno`; `EPERM` without the capability to mount.
    package static func enterPrivate() throws(Errno) {
        _ = try retrying { fox_unshare_mounts() }
        _ = try retrying { mount("none", "/", nil, UInt(MS_REC | MS_SLAVE), nil) }
    }
}
