// Who has a file locked: what to tell a person whom a lock keeps waiting.
internal import Glibc

/// The process that holds a lock of flock(2).
package struct LockHolder: Equatable, Sendable, CustomStringConvertible {
    /// Its number.
    package let process: Int
    /// The name of its program, as it gave it, where the kernel tells.
    package let command: String?

    /// Finds who has a file or folder locked.
    ///
    /// - Parameter file: The status of the file.
    /// - Returns: Nil where nobody has, or where the kernel does not tell: it counts processes of
    ///   this PID namespace only, and some filesystems by numbers of their own. C: proc_locks(5)
    package static func of(_ file: FileStatus) -> LockHolder? {
        guard let table = try? FileDescriptor.open("/proc/locks", flags: O_RDONLY),
            let bytes = try? table.readAll(limit: 1 << 20)
        else { return nil }
        guard let process = process(in: String(decoding: bytes, as: UTF8.self), holding: file)
        else { return nil }
        return LockHolder(process: process, command: try? command(of: process))
    }

    private static func command(of process: Int) throws(Errno) -> String {
        let name = try FileDescriptor.open("/proc/\(process)/comm", flags: O_RDONLY)
            .readStream(limit: 64)
        return String(decoding: name.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Finds the process in the kernel's table.
    ///
    /// A line is `1: FLOCK ADVISORY WRITE 1234 08:01:5678 0 EOF`, the device in hexadecimal; with
    /// `->` behind its number it is about somebody who waits.
    static func process(in table: String, holding file: FileStatus) -> Int? {
        let device = DeviceNumber.parts(file.device).map { part in
            (part < 16 ? "0" : "") + String(part, radix: 16)
        }
        let place = (device + [String(file.inode)]).joined(separator: ":")
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5] == place else { continue }
            if let process = Int(words[4]), process > 0 { return process }
        }
        return nil
    }

    /// Program and number, as in `fox-sync (process 1234)`.
    package var description: String {
        command.map { "\($0) (process \(process))" } ?? "process \(process)"
    }
}
