// The programs that record from a sound card: whichever of them is installed.
internal import FoxSystem
internal import Glibc
internal import SyncEngine

/// A program that records.
struct Recorder: Sendable, Equatable {
    /// The rate at which sound cards record.
    static let rate = 48_000

    /// Its name.
    let name: String
    private let arguments: [String]
    private let deviceOption: String

    /// ALSA's (arecord(1)): headerless samples on standard output.
    static let arecord = Recorder(
        name: "arecord",
        arguments: ["-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", "\(rate)"],
        deviceOption: "-D")
    /// PipeWire's (pw-cat(1)): with `-` for a file, headerless or with a header by its version.
    static let pipeWire = Recorder(
        name: "pw-record",
        arguments: ["--format", "s16", "--channels", "1", "--rate", "\(rate)"],
        deviceOption: "--target")

    /// Finds the first that is installed.
    ///
    /// - Parameter environment: `PATH` counts.
    /// - Throws: `CLIError` with the packages that have one.
    static func installed(_ environment: [String: String]) throws(CLIError) -> Recorder {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        for recorder in [arecord, pipeWire] {
            for folder in folders where access("\(folder)/\(recorder.name)", X_OK) == 0 {
                return recorder
            }
        }
        throw CLIError(
            .failed, "no-recorder",
            "recording needs arecord (package alsa-utils) or pw-record (package pipewire-bin;"
                + " pipewire-utils on Fedora), and neither is installed; or record with anything"
                + " else, and give the file to 'fox-sync draft audio'")
    }

    /// The words that start it.
    ///
    /// - Parameter device: The device to record from, nil for the usual one.
    func command(device: String?) -> [String] {
        let target = device.map { [deviceOption, $0] } ?? []
        return [name] + arguments + target + (self == .pipeWire ? ["-"] : [])
    }
}
