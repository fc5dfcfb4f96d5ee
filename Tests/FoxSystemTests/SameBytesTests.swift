// Bytes that are compared all at once must differ where one of them does.
import FoxSystem
import Testing

@Suite("same bytes") struct SameBytesTests {
    private let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }

    @Test("equal bytes are the same, in another array, too; and nothing is the same as nothing")
    func same() {
        #expect(sameBytes(bytes, bytes.map { $0 }))
        #expect(sameBytes([], []))
    }

    @Test("one byte that differs is seen wherever it is", arguments: [0, 1, 500, 999])
    func different(place: Int) {
        var other = bytes
        other[place] ^= 1
        #expect(!sameBytes(bytes, other))
    }

    @Test("a beginning is not the whole")
    func shorter() {
        #expect(!sameBytes(bytes, Array(bytes.dropLast())))
        #expect(!sameBytes([], [0]))
    }
}
