// How loud it is just now, on a terminal.
internal import AudioImport

/// The level of a recording in progress.
struct LevelMeter {
    /// A level below this has no bar, in dB below full scale.
    private static let floor = -60.0
    private static let cells = 30

    private let printer: Printer
    private let hasBlocks: Bool
    private var held = 0.0

    init(printer: Printer, hasBlocks: Bool) {
        self.printer = printer
        self.hasBlocks = hasBlocks
    }

    /// Takes the next samples, signed 16-bit.
    ///
    /// - Parameters:
    ///   - bytes: The samples.
    ///   - isBigEndian: In which order their bytes are.
    ///   - seconds: How long the recording is.
    mutating func take(_ bytes: [UInt8], isBigEndian: Bool, seconds: Double) {
        guard printer.showsProgress else { return }
        var peak = 0
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let (low, high) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            let bits = isBigEndian ? low << 8 | high : high << 8 | low
            peak = max(peak, Int(Int16(bitPattern: bits).magnitude))
        }
        // Falls slowly, so that the eye can follow.
        held = max(Double(peak) / 32768, held * 0.8)
        printer.progress(Self.line(held, seconds: seconds, hasBlocks: hasBlocks))
    }

    /// The line for a level.
    static func line(_ peak: Double, seconds: Double, hasBlocks: Bool) -> String {
        let level = Decibel.level(of: peak)
        let share = min(max((level - floor) / -floor, 0), 1)
        let filled = Int((share * Double(cells)).rounded())
        let bar =
            String(repeating: hasBlocks ? "█" : "#", count: filled)
            + String(repeating: hasBlocks ? "░" : ".", count: cells - filled)
        let whole = Int(seconds)
        let clock = "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
        let warning = peak >= 0.99 ? "  too loud" : ""
        return "\(clock) [\(bar)] \(Style.dBFS(max(level, floor)))\(warning)  Ctrl-C ends"
    }
}
