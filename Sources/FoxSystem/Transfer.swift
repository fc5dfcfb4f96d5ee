// The loops round pread and pwrite: all of the bytes, or the error that stopped them.
internal import Glibc

/// Reads up to `count` bytes at an offset.
///
/// - Parameters:
///   - descriptor: An open file.
///   - offset: Where to read, in bytes from the start.
///   - count: The most to read, in bytes.
/// - Returns: The bytes; fewer than asked for at the end of the file, none behind it.
/// - Throws: `Errno` of the call. C: `pread`
package func readBytes(
    _ descriptor: Int32, at offset: Int, count: Int
) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
        filled = 0
        while filled < count {
            let got = pread(
                descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
                off_t(offset + filled))
            if got > 0 {
                filled += got
            } else if got == 0 {
                return
            } else if Errno.current != .interrupted {
                failure = .current
                return
            }
        }
    }
    if let failure { throw failure }
    return bytes
}

/// Writes all of the bytes at an offset.
///
/// - Parameters:
///   - descriptor: A file open for writing.
///   - bytes: What to write.
///   - offset: Where, in bytes from the start.
/// - Throws: `Errno` of the first call that failed; part may be written. C: `pwrite`
package func writeBytes(
    _ descriptor: Int32, _ bytes: some Collection<UInt8>, at offset: Int
) throws(Errno) {
    var failure: Errno?
    let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
        var sent = 0
        while sent < buffer.count {
            let put = pwrite(
                descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
                off_t(offset + sent))
            if put >= 0 {
                sent += put
            } else if Errno.current != .interrupted {
                failure = .current
                return
            }
        }
    }
    if done == nil { return try writeBytes(descriptor, Array(bytes), at: offset) }
    if let failure { throw failure }
}
