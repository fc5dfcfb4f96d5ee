// A watcher in a process of its own, so that tests can give it mounts, a udevd and devices which
// nobody else on the machine sees. Ends when its standard input does.
import Dispatch
import Foundation
import FoxSystem
import MountWatch

// Foundation's Process wants a network, which a new namespace does not have. Standard output is the
// protocol's, so the command writes to standard error.
func run(_ command: String) -> Int32 {
    let status = system("exec </dev/null >&2\n" + command)
    return status & 0x7f == 0 ? status >> 8 & 0xff : -1
}

// Timers that would wake the process up: timerfd descriptors with a time to go off (proc(5)).
func armedTimers() -> Int {
    let folder = "/proc/self/fdinfo/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
        guard let info = try? String(contentsOfFile: folder + name, encoding: .utf8) else {
            return false
        }
        return info.contains("it_value:") && !info.contains("it_value: (0, 0)")
    }
}

let output = ProbeOutput()
// The testbed must be there before the watcher opens its socket.
let testbed = CommandLine.arguments.contains("--mock") ? MockTestbed() : nil
let watcher: VolumeWatcher
do {
    if let size = CommandLine.arguments.last.flatMap({ Int32($0) }) {
        watcher = try VolumeWatcher(receiveBuffer: size)
    } else {
        watcher = try VolumeWatcher()
    }
} catch {
    output.write(.failed("\(error)"))
    exit(1)
}
// As the agent does: off Swift's own pool, so that an idle probe can be seen to be idle.
let hasEnded = DispatchSemaphore(value: 0)
Task.detached(executorPreference: QueueExecutor(label: "probe")) { [watcher, output, hasEnded] in
    for await hint in watcher.hints { output.write(.hint(hint)) }
    hasEnded.signal()
}

while let line = readLine() {
    guard let command = try? JSONDecoder().decode(ProbeCommand.self, from: Data(line.utf8)) else {
        output.write(.failed("unreadable command"))
        continue
    }
    switch command {
    case .scan:
        do { output.write(.scan(try watcher.scan())) } catch { output.write(.failed("\(error)")) }
    case .run(let command):
        output.write(.ran(run(command)))
    case .countDescriptors:
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        output.write(.descriptors(names?.count ?? -1))
    case .countArmedTimers:
        output.write(.armedTimers(armedTimers()))
    case .stop:
        watcher.stop()
        hasEnded.wait()
        hasEnded.signal()
        output.write(.stopped)
    case .mockAdd(let description):
        output.write(testbed?.add(description) == true ? .done : .failed("cannot add devices"))
    case .mockRemove(let path):
        testbed?.remove(path)
        output.write(.done)
    case .mockEvents(let events):
        for event in events { testbed?.send(event) }
        output.write(.done)
    }
}
watcher.stop()
hasEnded.wait()
testbed?.close()
