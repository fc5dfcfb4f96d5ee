// The kernel's numbers for mounts that are never used again, which mountinfo does not show.
internal import CFoxShims

/// Which unique number each mount has.
///
/// Mountinfo's own numbers are given again at once: unmount and mount in quick succession, and the
/// new mount has the old one's number.
package enum UniqueMounts {
    /// Asks the kernel for all mounts that can be reached; touches no filesystem.
    ///
    /// - Returns: Unique number by mountinfo's number; empty where the kernel has no such calls
    ///   (before Linux 6.8, or behind a filter of system calls). C: `listmount`, `statmount`
    package static func numbers() -> [Int: UInt64] {
        var numbers: [Int: UInt64] = [:]
        var last: UInt64 = 0
        var chunk = [UInt64](repeating: 0, count: 256)
        while true {
            let count = fox_list_mounts(last, &chunk, chunk.count)
            guard count > 0 else { return numbers }
            for unique in chunk.prefix(Int(count)) {
                let number = fox_mount_number(unique)
                if number >= 0 { numbers[Int(number)] = unique }
                last = unique
            }
        }
    }
}
