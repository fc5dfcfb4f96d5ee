// Structured records in systemd's journal.
internal import CSystemd
internal import FoxSystem
internal import Glibc

/// The journal of the system, where the program's standard error leads there.
enum Journal {
    /// Whether standard error is the journal's.
    ///
    /// - Parameter environment: Where systemd says which device and inode its stream has
    ///   (systemd.exec(5), `JOURNAL_STREAM`).
    /// - Returns: True for a service whose output goes to the journal.
    static func isStandardError(_ environment: [String: String]) -> Bool {
        let numbers = (environment["JOURNAL_STREAM"] ?? "").split(separator: ":").map { UInt64($0) }
        var status = stat()
        guard numbers.count == 2, fstat(2, &status) == 0 else { return false }
        return numbers[0] == UInt64(status.st_dev) && numbers[1] == UInt64(status.st_ino)
    }

    /// Writes one record. C: `sd_journal_sendv`
    ///
    /// - Parameter fields: Names and values; a name may come several times.
    /// - Returns: Whether the journal took it.
    static func send(_ fields: [(name: String, value: String)]) -> Bool {
        let texts = fields.map { strdup("\($0.name)=\($0.value)") }
        defer { for text in texts { free(text) } }
        let parts = texts.compactMap { text in
            text.map { iovec(iov_base: $0, iov_len: strlen($0)) }
        }
        return sd_journal_sendv(parts, Int32(parts.count)) == 0
    }
}
