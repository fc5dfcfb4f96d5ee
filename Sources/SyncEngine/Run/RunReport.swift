// What came of a run, for whoever asked for it.
package import PicoFox

/// What came of a run.
package struct RunReport: Equatable, Sendable {
    /// The log entry.
    package let run: RunRecord
    /// The plan, when it came to one.
    package let plan: SyncPlan?
    /// The steps, as far as they came.
    package let steps: [StepRecord]
    /// What was found in the draft.
    package let findings: [Finding]
    /// What ended the run early, or nil.
    package let error: SyncError?
    /// Whether the device went away during the run.
    package let isLost: Bool
    /// Whether the draft was chosen as the only one that is assigned to no device.
    package let draftIsFree: Bool
    /// What the run took the draft for, or nil when it came to none.
    package let draftMark: Digest?
    /// What was noticed about the volume before the run.
    let remarks: [String]

    /// Whether the draft would be the device's own afterwards, and no other new fox's.
    package var takesFreeDraft: Bool {
        draftIsFree && [.pushed, .converged].contains(run.result)
    }

    /// The same run, had another new fox taken the draft before it.
    ///
    /// - Parameters:
    ///   - message: What to say of it.
    ///   - next: The commands that go on.
    /// - Returns: A run without draft and plan.
    package func withoutDraft(_ message: String, next: [String]) -> RunReport {
        var run = run
        run.draft = nil
        run.firmware = nil
        run.result = .noDraft
        run.message = message
        run.next = next
        run.warnings = remarks
        run.facts.inDraft = nil
        run.hold = nil
        return RunReport(
            run: run, plan: nil, steps: [], findings: [], error: nil, isLost: isLost,
            draftIsFree: draftIsFree, draftMark: nil, remarks: remarks)
    }
}
