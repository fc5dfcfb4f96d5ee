// The result of reading a file back, and how sure one can be that it came from the medium.

/// How bytes were read back.
package enum ReadMethod: String, Sendable, Codable, CaseIterable {
    /// With `O_DIRECT`: the page cache was bypassed. Of a FAT also its tables and root folder, from the
    /// device itself, and the data where these say that they are.
    case direct
    /// After `POSIX_FADV_DONTNEED`, and `mincore(2)` said that no page had stayed.
    case evicted
    /// The data were read past the page cache, the tables of the FAT were not: the device's node may not
    /// be opened.
    case data
    /// The cache could not be bypassed, or there is no medium behind it.
    case cache

    /// The words for it in a log.
    package var words: String {
        switch self {
        case .direct: "verified (direct read)"
        case .evicted: "verified (cache dropped)"
        case .data: "verified (data)"
        case .cache: "verified from cache"
        }
    }

    /// The weaker of two methods: what holds for both reads.
    package func weaker(_ other: ReadMethod) -> ReadMethod {
        let order = ReadMethod.allCases
        return (order.firstIndex(of: self) ?? 0) >= (order.firstIndex(of: other) ?? 0)
            ? self : other
    }
}

/// Bytes that were read back, and by which method.
package struct MediumRead: Equatable, Sendable {
    /// The file's bytes.
    package let bytes: [UInt8]
    /// How they were read.
    package let method: ReadMethod

    /// Puts bytes and method together.
    package init(bytes: [UInt8], method: ReadMethod) {
        self.bytes = bytes
        self.method = method
    }
}
