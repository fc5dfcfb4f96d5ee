// libFuzzer target for FAT volumes: no bytes may crash the reader, nor make it walk without end or claim
// what is not there. Built together with Sources/SyncEngine/FAT; see Fuzz/run.

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFAT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let layout = FATLayout(boot: bytes) else { return 0 }
    precondition(layout.clusters > 0 && layout.tables.lowerBound > 0, "there is something")
    precondition(layout.offset(of: layout.clusters + 1) >= layout.data, "places do not overflow")
    let behind = Array(bytes.dropFirst(FATLayout.bootSize))
    guard let table = FATTable(layout, bytes: behind) else { return 0 }
    for entry in table.entries {
        for copy in 0..<layout.copies {
            let chain = table.chain(from: entry.start, copy: copy)
            precondition(chain.clusters.count <= layout.clusters, "a chain ends")
            precondition(chain.clusters.allSatisfy(layout.numbers.contains), "clusters exist")
            let parts = chain.parts(size: entry.size, in: layout)
            precondition(parts.reduce(0) { $0 + $1.count } <= entry.size, "no more than the file")
        }
    }
    var expected = FATCheck.Expectation()
    expected.written = table.entries.prefix(2).map { ($0.name, $0.size) }
    expected.removed = table.entries.dropFirst(2).prefix(1).map(\.name)
    expected.isAlone = true
    let faults = FATCheck(before: table, after: table, expected).faults
    precondition(
        faults.allSatisfy { if case .unexplained = $0 { false } else { true } }, "nothing changed")
    return 0
}
