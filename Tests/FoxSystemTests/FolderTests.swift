// Files and folders of the host: durable replacement, and what is refused.
import FoxSystem
import Glibc
import Testing

@Suite("Folder")
struct FolderTests {
    private func scratch(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/fox-sync-test-XXXXXX".utf8CString)
        let path = String(cString: try #require(mkdtemp(&template)))
        defer { system("rm -rf \(path)") }
        try body(path)
    }

    @Test("making a folder twice is fine, over a file it is not")
    func create() throws {
        try scratch { path in
            try Folder.create(path + "/a/b/c")
            try Folder.create(path + "/a/b/c")
            try Folder.replaceFile(path + "/file", with: [1])
            #expect(throws: Errno.notDirectory) { try Folder.create(path + "/file") }
            #expect(throws: Errno.notDirectory) { try Folder.create(path + "/file/below") }
        }
    }

    @Test("a replaced file holds the new bytes, and nothing else is left beside it")
    func replace() throws {
        try scratch { path in
            try Folder.replaceFile(path + "/f", with: Array(repeating: 1, count: 100_000))
            try Folder.replaceFile(path + "/f", with: [2, 3])
            let file = try FileDescriptor.open(path + "/f", flags: O_RDONLY)
            #expect(try file.readAll(limit: 10) == [2, 3])
            #expect(try Folder.names(in: path) == ["f"])
        }
    }

    @Test("reading stops at the limit, and says so")
    func limit() throws {
        let zero = try FileDescriptor.open("/dev/zero", flags: O_RDONLY)
        #expect(throws: Errno.tooLarge) { try zero.readAll(limit: 70_000) }
    }

    @Test(
        "paths are cut at their last slash",
        arguments: [
            ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/c", "a/b", "c"),
        ])
    func components(_ path: String, _ parent: String, _ last: String) {
        #expect(path.deletingLastComponent == parent)
        #expect(path.lastComponent == last)
    }
}
