// Comparing megabytes: Array's own == looks at one element at a time.
internal import Glibc

/// Whether two files' bytes are the same.
///
/// What is read back is compared a few times in each push; element by element, that took longer
/// than a digest of the same bytes.
///
/// - Parameters:
///   - left: Some bytes.
///   - right: Some other bytes.
/// - Returns: Whether they are as many and equal. C: `memcmp`
package func sameBytes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { ours in
        right.withUnsafeBytes { theirs in
            guard let ours = ours.baseAddress, let their = theirs.baseAddress else { return true }
            return memcmp(ours, their, left.count) == 0
        }
    }
}
