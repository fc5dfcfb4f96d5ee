// One line on a terminal that shows how all running syncs get on.
internal import FoxSystem
internal import SyncEngine
internal import Synchronization

/// Another fox-sync has the device, or what decides whose the one free draft is.
private struct Waiting: Remark {
    let waiting: String
    let holder: String
    let message: String
}

extension RunEvent {
    /// Whom a run waits for, and a sentence about it.
    ///
    /// - Parameter fox: What the sentence calls the fox.
    /// - Returns: Nil where it does not wait.
    func wait(of fox: String) -> (holder: String, words: String)? {
        switch self {
        case .waiting(let holder):
            let holder = Array(holder.utf8).printable
            return (holder, "waiting for \(holder), which is syncing \(fox)")
        case .waitingForDraft(let holder):
            let holder = Array(holder.utf8).printable
            return (
                holder, "\(fox) waits for another new fox, to which \(holder) may give the draft"
            )
        case .wrote, .finished, .backedUp, .chose, .planned: return nil
        }
    }
}

/// Turns the events of runs into a progress line.
final class ProgressLine: Sendable {
    private let printer: Printer
    private let states = Mutex<[String: String]>([:])

    init(printer: Printer) { self.printer = printer }

    /// Takes an event of a volume's run.
    func take(_ event: RunEvent, of volume: FoundVolume) {
        if let wait = event.wait(of: Array(volume.identity.id.utf8).printable) {
            printer.note(
                Waiting(
                    waiting: volume.identity.id, holder: wait.holder, message: wait.words))
        }
        guard printer.showsProgress else { return }
        let text: String? =
            switch event {
            case .wrote(let file, let bytes, let total):
                "\(file) \(total == 0 ? 100 : bytes * 100 / total) %"
                    + " of \(Style.bytes(total))"
            case .finished(let file, _): "\(file) proven"
            case .backedUp: "backed up"
            case .waiting, .waitingForDraft, .chose, .planned: nil
            }
        guard let text else { return }
        let line = states.withLock { states in
            states[volume.path] = "\(volume.path.lastComponent): \(text)"
            return states.sorted { $0.key < $1.key }.map(\.value).joined(separator: "   ")
        }
        printer.progress(line)
    }

    /// Takes the line away.
    func end() { printer.progress("") }
}
