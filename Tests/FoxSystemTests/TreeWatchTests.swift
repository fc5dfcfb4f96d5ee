// Watching a folder that comes and goes, and the folders in it, through the real inotify.
import FoxSystem
import Glibc
import Synchronization
import Testing

/// What a watch has told, waited for with a limit that only a failing test reaches.
private final class Told: Sendable {
    private let changes = Mutex<[TreeWatch.Change]>([])
    private let ends: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [0, 0]
        pipe(&pair)
        ends = (pair[0], pair[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    func put(_ change: TreeWatch.Change) {
        changes.withLock { $0.append(change) }
        write(ends.write, "x", 1)
    }

    /// Waits until something has been told that satisfies a condition; returns all told up to it.
    @discardableResult
    func wait(_ isMeant: (TreeWatch.Change) -> Bool) throws -> [TreeWatch.Change] {
        var seen: [TreeWatch.Change] = []
        while true {
            var waiting = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 60_000) > 0, "nothing of the sort in a minute: \(seen)")
            var byte: UInt8 = 0
            read(ends.read, &byte, 1)
            let next = changes.withLock { $0.removeFirst() }
            seen.append(next)
            if isMeant(next) { return seen }
        }
    }
}

@Suite("TreeWatch", .serialized)
struct TreeWatchTests {
    private func scratch(_ body: (String, Told) throws -> Void) throws {
        var template = Array("/tmp/fox-sync-test-XXXXXX".utf8CString)
        let path = String(cString: try #require(mkdtemp(&template)))
        defer { system("rm -rf \(path)") }
        try body(path, Told())
    }

    private func watch(_ path: String, _ told: Told) throws -> TreeWatch {
        let scope = TreeWatch.Scope(
            isInFolders: true,
            kinds: [.modified, .written, .created, .deleted, .movedIn, .movedOut],
            counts: { !$0.hasSuffix("~") })
        return try TreeWatch(path, scope) { told.put($0) }
    }

    @Test("files of the folders in it are told, and those that do not count are not")
    func files() throws {
        try scratch { path, told in
            try Folder.create(path + "/a")
            let watch = try watch(path, told)
            system("echo x > \(path)/a/file~; mv \(path)/a/file~ \(path)/a/other~")
            system("echo x > \(path)/a/file")
            let seen = try told.wait { $0.touched.contains(path + "/a/file") && $0.open.isEmpty }
            #expect(!seen.flatMap(\.touched).contains { $0.hasSuffix("~") })
            watch.stop()
        }
    }

    @Test("a file that was written to is open until its writer closes it")
    func open() throws {
        try scratch { path, told in
            try Folder.create(path + "/a")
            let watch = try watch(path, told)
            let file = try FileDescriptor.open(path + "/a/file", flags: O_WRONLY | O_CREAT)
            try file.write([1], at: 0)
            try told.wait { $0.open == [path + "/a/file"] }
            try file.close()
            try told.wait { $0.open.isEmpty }
            // Renamed over, as editors save, what was open under that name is another file.
            let second = try FileDescriptor.open(path + "/a/file", flags: O_WRONLY)
            try second.write([2], at: 0)
            try told.wait { !$0.open.isEmpty }
            system("cp \(path)/a/file \(path)/a/file~; mv \(path)/a/file~ \(path)/a/file")
            try told.wait { $0.open.isEmpty }
            try second.close()
            watch.stop()
        }
    }

    @Test("a folder that comes later, below others that come later, is watched from then on")
    func later() throws {
        try scratch { path, told in
            let root = path + "/x/y/drafts"
            let watch = try watch(root, told)
            try Folder.create(path + "/x")
            try Folder.create(root + "/hunt")
            try told.wait { $0.touched.contains(root) }
            system("echo x > \(root)/hunt/file")
            try told.wait { $0.touched.contains { $0.hasPrefix(root) } && $0.open.isEmpty }
            system("echo y > \(root)/hunt/file")
            try told.wait { $0.touched.contains(root + "/hunt/file") }
            watch.stop()
        }
    }

    @Test("a folder that is replaced by another is followed by its name")
    func replaced() throws {
        try scratch { path, told in
            let root = path + "/drafts"
            try Folder.create(root + "/hunt")
            let watch = try watch(root, told)
            system("mkdir -p \(path)/new/hunt; mv \(root) \(path)/old; mv \(path)/new \(root)")
            try told.wait { $0.touched.contains(root) }
            system("echo x > \(path)/old/hunt/file; echo x > \(root)/hunt/file")
            let seen = try told.wait { $0.touched.contains(root + "/hunt/file") }
            #expect(!seen.flatMap(\.touched).contains { $0.hasPrefix(path + "/old") })
            system("rm -r \(root)")
            try told.wait { $0.touched.contains(root) }
            watch.stop()
        }
    }

    @Test("when more happened than the kernel keeps, all of it is looked up again")
    func overflow() throws {
        try scratch { path, told in
            try Folder.create(path + "/a")
            let gate = Mutex(())
            let scope = TreeWatch.Scope(
                isInFolders: true, kinds: [.modified], counts: { _ in true })
            let watch = try TreeWatch(path, scope) { change in
                told.put(change)
                gate.withLock { _ in }
            }
            let files = try (0..<2).map {
                try FileDescriptor.open(path + "/a/\($0)", flags: O_WRONLY | O_CREAT).release()
            }
            try gate.withLock { _ in
                // Once it has told of this it waits at the gate, and reads no more.
                pwrite(files[0], "x", 1, 0)
                try told.wait { $0.touched.contains(path + "/a/0") }
                // Alternating, since the same event twice in a row is one.
                for number in 0..<80_000 { pwrite(files[number % 2], "x", 1, 0) }
                try? Folder.create(path + "/b")
            }
            try told.wait { $0.touched.contains(path) }
            system("echo x > \(path)/b/file")
            try told.wait { $0.touched.contains(path + "/b/file") }
            files.forEach { close($0) }
            watch.stop()
        }
    }
}
