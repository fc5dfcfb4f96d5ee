// How far an import has come, on a terminal.
internal import AudioImport
internal import SyncEngine

/// One line that an import redraws.
struct AudioProgressLine: Sendable {
    private let printer: Printer
    private let title: String

    init(printer: Printer, title: String) {
        self.printer = printer
        self.title = Array(title.utf8).printable
    }

    /// So many bytes came out of a pipe.
    func received(_ bytes: Int) { printer.progress("\(title): \(Style.bytes(bytes)) received") }

    /// A step of the conversion.
    func take(_ progress: AudioProgress) {
        guard printer.showsProgress else { return }
        switch progress {
        case .converted(let frames, let total):
            guard let total, total > 0 else {
                return printer.progress("\(title): \(frames / 65536 * 65536) frames")
            }
            printer.progress("\(title): \(min(frames, total) * 100 / total) %")
        case .measuring: printer.progress("\(title): measuring")
        case .levelling: printer.progress("\(title): setting the level")
        }
    }

    /// Takes the line away.
    func end() { printer.progress("") }
}
