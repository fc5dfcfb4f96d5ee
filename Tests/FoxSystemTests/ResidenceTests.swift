// Giving memory back must never lose a byte that was written.
import Foundation
import Glibc
import Testing

@testable import FoxSystem

@Suite("memory that is given back", .serialized) struct ResidenceTests {
    /// Maps a new file of some pages privately and reads or writes each of them.
    private func mapped(
        pages: Int, writing: Bool, _ body: (UnsafeMutableRawPointer, Int) throws -> Void
    ) throws {
        let size = pages * Int(getpagesize())
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("residence-\(UUID().uuidString)").path
        try Data(repeating: 7, count: size).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        let memory = try #require(
            mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.rawValue, 0))
        try #require(memory != MAP_FAILED)
        defer { munmap(memory, size) }
        for page in 0..<pages {
            let place = memory.advanced(by: page * Int(getpagesize()))
            if writing {
                place.storeBytes(of: UInt8(page), as: UInt8.self)
            } else {
                #expect(place.load(as: UInt8.self) == 7)
            }
        }
        try body(memory, size)
    }

    /// What smaps says is resident of a mapping, in kB.
    private func resident(_ memory: UnsafeMutableRawPointer) throws -> Int {
        let text = String(
            decoding: try FileDescriptor.open("/proc/self/smaps", flags: O_RDONLY)
                .readAll(limit: 1 << 22), as: UTF8.self)
        let start = String(UInt(bitPattern: memory), radix: 16)
        let lines = text.split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix(start + "-") })
        let line = try #require(lines[first...].first { $0.hasPrefix("Rss:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    @Test("pages of a file that were only read go, and come back with what is in the file")
    func read() throws {
        try mapped(pages: 64, writing: false) { memory, size in
            mprotect(memory, size, PROT_READ)
            let before = try resident(memory)
            #expect(before == size / 1024)
            Residence.shrink()
            let after = try resident(memory)
            #expect(after == 0)
            #expect(memory.load(fromByteOffset: size - 1, as: UInt8.self) == 7)
        }
    }

    @Test("pages that were written stay, also when the mapping cannot be written any more")
    func written() throws {
        try mapped(pages: 64, writing: true) { memory, size in
            mprotect(memory, size, PROT_READ)
            Residence.shrink()
            for page in 0..<64 {
                #expect(
                    memory.load(fromByteOffset: page * Int(getpagesize()), as: UInt8.self)
                        == UInt8(page))
            }
        }
    }

    @Test("a mapping that can be written is left alone")
    func writable() throws {
        try mapped(pages: 64, writing: false) { memory, size in
            Residence.shrink()
            let after = try resident(memory)
            #expect(after == size / 1024)
        }
    }

    @Test(
        "only private files that cannot be written are given back",
        arguments: [
            ("55d0-55d8 r-xp 00000000 fe:00 12 /usr/bin/fox-sync", true),
            ("55d0-55d8 r--p 00000000 fe:00 12 /usr/bin/fox-sync", true),
            ("55d0-55d8 rw-p 00000000 fe:00 12 /usr/bin/fox-sync", false),
            ("55d0-55d8 r--s 00000000 fe:00 12 /usr/share/cache", false),
            ("55d0-55d8 r-xp 00000000 00:00 0                  [vdso]", false),
            ("55d0-55d8 r--p 00000000 00:00 0 ", false),
        ])
    func rules(line: String, isGivenBack: Bool) throws {
        let found = try #require(Residence.unwritten(Array(line.utf8)[...]))
        #expect(found.range == 0x55d0..<0x55d8)
        #expect(found.isFile == isGivenBack)
    }

    @Test("lines within a mapping's account are no mappings")
    func others() {
        for line in ["Rss:                  64 kB", "VmFlags: rd ex mr mw me", ""] {
            #expect(Residence.unwritten(Array(line.utf8)[...]) == nil)
        }
    }

    @Test("bytes are the same when they are as many and equal")
    func same() {
        let bytes = [UInt8](repeating: 5, count: 1_000)
        #expect(sameBytes(bytes, bytes.map { $0 }))
        #expect(sameBytes([], []))
        #expect(!sameBytes(bytes, Array(bytes.dropLast())))
        #expect(!sameBytes(bytes, bytes.dropLast() + [6]))
        #expect(!sameBytes([], [0]))
    }
}
