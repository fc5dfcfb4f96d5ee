// How causes reach the reader: gathered, in order, none lost, never without bound.
import Testing

@testable import MountWatch

@Suite(.timeLimit(.minutes(20)))
struct HintQueueTests {
    @Test("What comes while the reader is busy is one hint, in order")
    func gathered() async {
        let queue = HintQueue(writers: 1)
        queue.add([.start])
        queue.add([.mountsChanged, .deviceRemoved(name: "sda1", number: nil)])
        var hints = queue.hints().makeAsyncIterator()
        let first = await hints.next()
        #expect(
            first?.causes == [.start, .mountsChanged, .deviceRemoved(name: "sda1", number: nil)])
        queue.add([.eventsLost])
        let second = await hints.next()
        #expect(second?.causes == [.eventsLost])
    }

    @Test("What waits when the monitors close is still read, then the stream ends")
    func closes() async {
        let queue = HintQueue(writers: 2)
        queue.add([.start])
        queue.closeWriter()
        queue.add([.mountsChanged])
        queue.closeWriter()
        var read: [[WatchCause]] = []
        for await hint in queue.hints() { read.append(hint.causes) }
        #expect(read == [[.start, .mountsChanged]])
    }

    @Test("A storm nobody reads is cut to 'events lost'")
    func bounded() async {
        let queue = HintQueue(writers: 1)
        for _ in 0..<5000 { queue.add([.mountsChanged]) }
        queue.closeWriter()
        var causes: [WatchCause] = []
        for await hint in queue.hints() { causes += hint.causes }
        #expect(causes.count <= 1000)
        #expect(causes.first == .eventsLost)
    }

    @Test("A reader that is cancelled ends")
    func cancelled() async {
        let queue = HintQueue(writers: 1)
        let reader = Task { for await _ in queue.hints() {} }
        reader.cancel()
        await reader.value
    }
}
