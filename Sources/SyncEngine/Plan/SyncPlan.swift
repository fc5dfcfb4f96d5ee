// What shall be done with a device: the result of planning, a plain value.

/// The plan for one device: a verdict, and what happens to each file.
package struct SyncPlan: Equatable, Sendable {
    /// What the plan comes to.
    package enum Verdict: Equatable, Sendable {
        /// Device, draft and base agree: nothing is written anywhere.
        case upToDate
        /// Device and draft agree, the base is told: nothing is written to the device.
        case converged
        /// The draft's files go onto the device.
        case push
        /// The device's files go into the draft: nothing is written to the device.
        case pull
        /// Somebody has to decide; nothing is written.
        case held(Hold)
    }

    /// The verdict.
    package let verdict: Verdict
    /// Every file that draft, base or device have to do with, in the order of the work.
    package let files: [FilePlan]
    /// Files that went in a reset of the device, and that the draft brings back.
    package var reset: [String] = []

    /// The files that will be written or removed, in order: removals, WAVs and others in playing
    /// order, the stale ID, settings.txt last.
    package var steps: [FilePlan] {
        verdict == .push ? files.filter(\.action.writes) : []
    }

    /// That left-overs of cut runs are removed, in words; nil when anything else is written, too.
    package var removedLeftOvers: String? {
        guard !steps.isEmpty, steps.allSatisfy({ $0.action == .removeTemporary }) else {
            return nil
        }
        return steps.count == 1
            ? "a left-over was removed" : "\(steps.count) left-overs were removed"
    }

    /// Bytes that will be written.
    package var bytes: Int { steps.reduce(0) { $0 + $1.bytes } }

    /// The same plan, waiting for a decision.
    ///
    /// - Parameters:
    ///   - hold: Why.
    ///   - changes: What the files of the hold would change beside what the plan says.
    /// - Returns: A plan that writes nothing.
    func waiting(for hold: Hold, over changes: [SettingChange] = []) -> SyncPlan {
        // What only follows from a push is none of the files that somebody decides about.
        let considered = files.filter { ![.removeID, .removeTemporary].contains($0.action) }
        return SyncPlan(
            verdict: .held(hold), files: considered.map { $0.waiting(for: hold, over: changes) })
    }
}

/// Why a plan waits for somebody.
package struct Hold: Equatable, Sendable {
    /// The sort of decision.
    package enum Reason: String, Sendable, Codable {
        /// Nothing was ever synced to this device, and it is somebody's.
        case firstContact = "first-contact"
        /// The device was edited since the last sync, the draft was not.
        case deviceEdited = "device-edited"
        /// Both were edited, differently.
        case conflict
        /// The device fell back to factory settings, and no draft is assigned to it.
        case deviceReset = "device-reset"
        /// The fox seems to run another firmware, which would do something else on the air, or use
        /// a file that it would lose.
        case otherFirmware = "other-firmware"
        /// Something that is no file stands where a file must go.
        case obstacle
    }

    /// The sort of decision.
    package let reason: Reason
    /// The files that it is about.
    package let files: [String]
    /// What is the matter, in one sentence.
    package let message: String
    /// Whether the draft was changed as well, so that it would go onto the device but for this.
    var isPushed = false
}

/// What happens to one file.
package struct FilePlan: Equatable, Sendable {
    /// What is done.
    package enum Action: String, Sendable, Codable {
        /// Nothing: it is as it shall be.
        case keep = "up to date"
        /// Nothing on the device; the base learns the content.
        case record
        /// Made on the device.
        case create
        /// Replaced on the device.
        case replace
        /// Named as every firmware accepts it; its content stays.
        case rename
        /// Removed from the device, after backup.
        case delete
        /// The firmware's generated Morse ID is removed, so that it is made anew.
        case removeID = "remove stale ID"
        /// A temporary file that a cut run of fox-sync left on the device is removed.
        case removeTemporary = "remove left-over"
        /// Made or replaced in the draft.
        case pull
        /// Removed from the draft, which keeps its version before.
        case drop = "remove from draft"
        /// On the device, and not ours.
        case leave = "left alone"
        /// Waits for a decision.
        case hold

        /// Whether the device is written.
        package var writes: Bool {
            switch self {
            case .create, .replace, .rename, .delete, .removeID, .removeTemporary: true
            case .keep, .record, .leave, .hold, .pull, .drop: false
            }
        }
    }

    /// The file's canonical name.
    package let name: String
    /// Its name as the device spells it, when it is there.
    package let deviceName: String?
    /// What is done.
    package let action: Action
    /// What the device has.
    package let from: FileContent?
    /// What the device will have.
    package let to: FileContent?
    /// The bytes to write.
    package let payload: [UInt8]?
    /// Why, in a few words.
    package let why: String
    /// For settings: what changes, key by key.
    package let changes: [SettingChange]

    /// Describes what happens to a file.
    package init(
        name: String, deviceName: String? = nil, action: Action, from: FileContent?,
        to: FileContent?, payload: [UInt8]? = nil, why: String, changes: [SettingChange] = []
    ) {
        self.name = name
        self.deviceName = deviceName
        self.action = action
        self.from = from
        self.to = to
        self.payload = payload
        self.why = why
        self.changes = changes
    }
}

extension FilePlan {
    /// Bytes that will be written.
    var bytes: Int { action == .rename ? 0 : payload?.count ?? 0 }

    /// The name on the device that the step is about at its end: what is written has its canonical one.
    var finalName: String { payload == nil ? deviceName ?? name : name }

    /// The name under which the device has it, when that is not the canonical one.
    var misspelling: String? { deviceName == name ? nil : deviceName }

    /// The plan of the same file while something is held.
    fileprivate func waiting(for hold: Hold, over others: [SettingChange]) -> FilePlan {
        guard action.writes || action == .record else { return self }
        let held =
            hold.reason == .deviceEdited
            ? "edited on the fox"
            : action == .delete ? "used by the fox's firmware" : "read otherwise on the fox"
        let added = hold.files.contains(name) ? others : []
        return FilePlan(
            name: name, deviceName: deviceName, action: action.writes ? .hold : .keep, from: from,
            to: to,
            why: hold.files.contains(name) ? held : action.writes ? "waits for the others" : why,
            changes: changes.filter { change in !added.contains { $0.key == change.key } } + added)
    }
}

/// One key whose effective value differs between device and draft.
package struct SettingChange: Equatable, Sendable, Codable {
    /// The key.
    package let key: String
    /// The value that the device has.
    package let from: String?
    /// The value that the draft has.
    package let to: String?

    /// The change in words, such as `DUTY_CYCLE 100 → 50`.
    package var words: String {
        func word(_ value: String?) -> String {
            guard let value else { return "(none)" }
            return value.isEmpty ? "(empty)" : Array(value.utf8).printable
        }
        return "\(key) \(word(from)) → \(word(to))"
    }

    /// Describes a change.
    package init(key: String, from: String?, to: String?) {
        self.key = key
        self.from = from
        self.to = to
    }
}
