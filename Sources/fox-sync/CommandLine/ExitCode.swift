// The one table from outcomes to numbers.
internal import SyncEngine

/// The exit codes that scripts can rely on.
enum ExitCode: Int32, Sendable, CaseIterable {
    /// Done, or nothing to do.
    case done = 0
    /// Failed; the message says what is where.
    case failed = 1
    /// Wrong usage.
    case usage = 2
    /// Held: conflict, device edited, first contact, ambiguous.
    case held = 3
    /// What was named is not there: no such device, volume, draft, run or file to be read, or it is
    /// not available.
    case notFound = 4
    /// The draft is not valid for its firmware.
    case invalid = 5
    /// Verification failed.
    case verification = 6

    /// The meaning, as `--help` prints it.
    var meaning: String {
        switch self {
        case .done: "done, or nothing to do"
        case .failed: "failed; the message says what is where"
        case .usage: "wrong usage"
        case .held: "held: conflict, device edited, first contact, ambiguous"
        case .notFound: "no such device, volume, draft or file, or it is not available"
        case .invalid: "the draft is not valid for its firmware"
        case .verification: "verification failed"
        }
    }

    /// The code of a run's result.
    init(_ result: RunResult) {
        self =
            switch result {
            case .pushed, .upToDate, .converged, .running, .pulled, .restored: .done
            case .held, .refused: .held
            case .noDraft: .notFound
            case .invalid: .invalid
            case .verificationFailed: .verification
            case .failed, .interrupted, .damaged: .failed
            }
    }

    /// The code of an error of the engine.
    init(_ code: SyncError.Code) {
        self =
            switch code {
            case .notFound, .unavailable: .notFound
            case .invalidDraft: .invalid
            case .verification: .verification
            case .busy: .held
            case .usage: .usage
            case .refused, .changedMeanwhile, .volume, .host, .state, .stopped: .failed
            }
    }

    /// Of several results, the one to exit with: the most serious.
    static func most(serious codes: [ExitCode]) -> ExitCode {
        let order: [ExitCode] = [
            .verification, .failed, .invalid, .held, .notFound, .usage, .done,
        ]
        return order.first(where: codes.contains) ?? .done
    }
}
