// A run in the form in which logs are exchanged: everything that another bench wants to know of it.

/// One line of an exported log: a run with its story, or the waveform of a sound.
package struct LogEntry: Codable, Equatable, Sendable {
    /// The form's version.
    package static let version = 1

    /// The version of the form.
    package var log = version
    /// A run.
    package var run: Run?
    /// A waveform.
    package var waveform: Wave?

    /// A run with its story.
    package struct Run: Codable, Equatable, Sendable {
        let id: String
        let sequence: Int
        let origin: String
        let kind: RunRecord.Kind
        let device: String?
        let draft: String?
        let volume: String
        let started: Int
        let finished: Int?
        let result: RunResult
        let message: String
        let method: ReadMethod?
        let files: Int
        let bytes: Int
        let firmware: String?
        let warnings: [String]
        let name: String?
        let vendor: String?
        let model: String?
        let revision: String?
        let guess: String?
        let guessReasons: [String]
        let by: String?
        let callsign: String?
        let hertz: Int?
        let identifier: String?
        let cycle: Int?
        let hold: Hold.Reason?
        let onFox: AirFacts?
        let steps: [StepRecord]
        let plan: [PlannedFile]
    }

    /// The shape of a sound.
    package struct Wave: Codable, Equatable, Sendable {
        let digest: Digest
        let samples: Int
        let peaks: [Int8]
    }
}

extension LogEntry {
    /// A run as a line.
    ///
    /// Its backup and the commands that go on are not in it: both mean something on its own
    /// computer only.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - steps: Its steps.
    ///   - plan: Its plan.
    ///   - host: The computer that it was made on, unless it was imported from another.
    package init(_ run: RunRecord, steps: [StepRecord], plan: [PlannedFile], host: String) {
        let facts = run.facts
        self.run = Run(
            id: run.id, sequence: run.sequence, origin: run.origin ?? host, kind: run.kind,
            device: run.device, draft: run.draft, volume: run.volume,
            started: run.started.milliseconds, finished: run.finished?.milliseconds,
            result: run.result, message: run.message, method: run.method, files: run.files,
            bytes: run.bytes, firmware: run.firmware, warnings: run.warnings,
            name: facts.deviceName, vendor: facts.vendor, model: facts.model,
            revision: facts.revision, guess: facts.guess, guessReasons: facts.guessReasons,
            by: facts.madeBy, callsign: facts.inDraft?.callsign, hertz: facts.inDraft?.hertz,
            identifier: facts.inDraft?.identifier, cycle: facts.inDraft?.cycle, hold: run.hold,
            onFox: facts.onFox,
            steps: steps, plan: plan)
    }

    /// A waveform as a line.
    ///
    /// - Parameters:
    ///   - form: The waveform.
    ///   - digest: The digest of its WAV.
    package init(_ form: KeptWaveform, of digest: Digest) {
        waveform = Wave(digest: digest, samples: form.samples, peaks: form.peaks)
    }
}
