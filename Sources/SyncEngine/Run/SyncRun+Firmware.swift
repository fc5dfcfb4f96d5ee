// Which firmware the fox seems to run, and the commands that go on where it is not the draft's.
internal import PicoFox

extension SyncRun {
    /// Which firmware the device seems to run, with what earlier runs took it for.
    func firmwareGuess(
        _ found: Recogniser.Found, _ store: StateStore
    ) throws(SyncError) -> FirmwareGuess {
        let base = try state(.identify) { () throws(StateError) in
            try store.base(of: identity.id)
        }
        return try firmwareGuess(found, over: base, store)
    }

    /// The same, over what unfinished runs got done, too.
    func firmwareGuess(
        _ found: Recogniser.Found, over base: Base?, _ store: StateStore
    ) throws(SyncError) -> FirmwareGuess {
        let known = try state(.identify) { () throws(StateError) in
            try store.knownFirmware(of: identity.id)
        }
        return found.knownGuess(over: base, known: known)
    }

    /// The commands that go on where a draft would be misread.
    func waysOn(_ draft: FrozenDraft, _ guess: FirmwareGuess, device: String) -> [String] {
        let name = options.draft.map { " --draft \($0.shellWord)" } ?? ""
        // Where fox-sync mounts by itself, nobody else sees the folder.
        let again =
            makeWritable == nil
            ? "fox-sync sync --volume \(volumePath.shellWord)\(name) --force"
            : "fox-sync resolve \(device) --keep draft\(name)"
        return ["fox-sync draft set \(draft.name.shellWord) --firmware \(guess.best.id)", again]
    }
}
