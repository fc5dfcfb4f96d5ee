// What sorts of records there are in the journal; packaging/fox-sync.catalog explains each.
internal import SyncEngine

/// The sort of a record, for `journalctl MESSAGE_ID=…` and `journalctl --catalog`.
///
/// Never given to another sort: people's scripts look for them.
enum MessageID: String, CaseIterable {
    /// The draft is on the fox.
    case synced = "8c77fe900f974ea09118c7687b383d32"
    /// Nothing differed.
    case upToDate = "2f1b2ae04cbd450fbdd813d02189b141"
    /// Somebody has to decide.
    case held = "7e5542dca6394f66b590c77207ad5c72"
    /// No draft is meant for the fox.
    case noDraft = "0e4537f868264900a6fe9b25b0266c63"
    /// The draft would not do on the fox what it says.
    case invalid = "939896030d9e478bbd5e7a41fb667be9"
    /// A known fox cannot be read.
    case damaged = "fc10309e7c9e4290aaf17374b030597f"
    /// The run ended early.
    case failed = "c83d829db00f487188ae845f836e086f"
    /// What was read back is not what was written.
    case verificationFailed = "458ac99d7ae2498e9be2d1cacb1e7844"
    /// The fox went away, or the agent was stopped, in the middle.
    case interrupted = "c132d165337b4f46a4f5c5c0aaa3b71f"
    /// A volume was not synced at all, for a reason that the record tells.
    case refused = "a1bf0facdc154ea39acc39c1c6b0374f"
    /// The configuration was read again, or refused.
    case configuration = "8d7334e1f6cb45d7aabe1a56c5604de0"
    /// The command of `on-result` failed.
    case hookFailed = "b1f32f8596d74bf2b1b21b46cc5106af"

    /// The sort of a run's record.
    init(_ result: RunResult) {
        self =
            switch result {
            case .pushed, .pulled, .restored, .converged: .synced
            case .upToDate: .upToDate
            case .held: .held
            case .noDraft: .noDraft
            case .invalid: .invalid
            case .verificationFailed: .verificationFailed
            case .interrupted: .interrupted
            case .damaged: .damaged
            case .failed, .running, .refused: .failed
            }
    }
}

extension RunResult {
    /// How serious a result is.
    var logLevel: LogLevel {
        switch self {
        case .pushed, .pulled, .restored, .converged, .upToDate, .running: .info
        case .held, .noDraft, .invalid, .refused: .warning
        case .failed, .interrupted, .verificationFailed, .damaged: .error
        }
    }
}
