// What inotify says about folders of the host, as values.
internal import CFoxShims
internal import Glibc

/// An inotify instance: tells what happens to the files in some folders.
package final class FolderEvents: Sendable {
    /// What happened; inotify(7) has the same list.
    package struct Kind: OptionSet, Sendable, Hashable {
        /// The bits of inotify's mask.
        package let rawValue: UInt32

        /// Wraps bits of inotify's mask.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A file was written to, or made shorter.
        package static let modified = Kind(rawValue: 0x2)
        /// A file that was open for writing was closed.
        package static let written = Kind(rawValue: 0x8)
        /// A name went away, to another folder or to another name.
        package static let movedOut = Kind(rawValue: 0x40)
        /// A name came, from another folder or from another name.
        package static let movedIn = Kind(rawValue: 0x80)
        /// A file or folder was made.
        package static let created = Kind(rawValue: 0x100)
        /// A file or folder was removed.
        package static let deleted = Kind(rawValue: 0x200)
        /// The watched folder itself was removed.
        package static let folderDeleted = Kind(rawValue: 0x400)
        /// The watched folder itself was renamed.
        package static let folderMoved = Kind(rawValue: 0x800)
        /// So much happened that some of it was not told.
        package static let overflow = Kind(rawValue: 0x4000)
        /// The folder is not watched any more.
        package static let ended = Kind(rawValue: 0x8000)
        /// It is about a folder.
        package static let isFolder = Kind(rawValue: 0x4000_0000)
    }

    /// One event.
    package struct Event: Equatable, Sendable {
        /// The watch, as `watch(_:for:)` returned it; -1 for an overflow.
        package let watch: Int32
        /// What happened.
        package let kind: Kind
        /// The name in the watched folder; empty when the event is about the folder itself.
        package let name: String

        /// Describes an event.
        package init(watch: Int32, kind: Kind, name: String) {
            self.watch = watch
            self.kind = kind
            self.name = name
        }
    }

    let descriptor: Int32

    /// Makes an instance without watches. C: `inotify_init1`
    ///
    /// - Throws: `Errno`; `EMFILE` when the user has too many.
    package init() throws(Errno) { descriptor = try retrying { fox_inotify() } }

    deinit { close(descriptor) }

    /// Watches a folder; one that is watched already keeps its number.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - kinds: What to tell.
    /// - Returns: The number of the watch.
    /// - Throws: `Errno`; `ENOTDIR` for what is no folder. C: `inotify_add_watch`
    package func watch(_ folder: String, for kinds: Kind) throws(Errno) -> Int32 {
        try retrying { fox_inotify_watch(descriptor, folder, kinds.rawValue) }
    }

    /// Watches a folder no longer.
    ///
    /// - Parameter watch: The number; one that has ended by itself does no harm.
    package func unwatch(_ watch: Int32) { _ = fox_inotify_unwatch(descriptor, watch) }

    /// Takes all events that are there, without waiting. C: `read`
    ///
    /// - Returns: The events, the oldest first.
    package func drain() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        // struct inotify_event: watch, mask, cookie and the padded name's length, 4 bytes each.
        let header = 16
        while true {
            let got = read(descriptor, &buffer, buffer.count)
            if got <= 0 { return events }
            buffer.withUnsafeBytes { bytes in
                var place = 0
                while place + header <= got {
                    let length = Int(
                        bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                    let name = bytes[place + header..<min(place + header + length, got)]
                    events.append(
                        Event(
                            watch: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self),
                            kind: Kind(
                                rawValue: bytes.loadUnaligned(
                                    fromByteOffset: place + 4, as: UInt32.self)),
                            name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)))
                    place += header + length
                }
            }
        }
    }
}
