// Being told when files in a folder of the host change.
internal import CFoxShims
internal import Dispatch
internal import Glibc

/// Watches one folder until stopped; nothing polls.
package final class FolderWatch: Sendable {
    private let source: ReadSource

    /// Starts watching. C: `inotify_add_watch`
    ///
    /// - Parameters:
    ///   - folder: The folder; its files are watched, folders in it are not.
    ///   - onChange: Called on a queue of its own after files were written, made or renamed.
    /// - Throws: `Errno`.
    package init(_ folder: String, onChange: @escaping @Sendable () -> Void) throws(Errno) {
        let descriptor = try retrying { fox_watch_folder(folder) }
        source = ReadSource(
            descriptor: descriptor, queue: DispatchQueue(label: "fox-sync.folder"),
            onReadable: {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while read(descriptor, &buffer, buffer.count) > 0 {}
                onChange()
            }, onCancel: { close(descriptor) })
    }

    /// Stops watching.
    package func stop() { source.cancel() }
}
