// Saying that a draft has become the only free one, before the next new fox gets it.
internal import SyncEngine

extension Context {
    /// The draft that the next new fox gets unasked; nil where that is none, or not known.
    var onlyFreeDraft: String? {
        guard let names = try? drafts.names(),
            let devices = try? reading({ (store) throws(StateError) in try store.devices() })
        else { return nil }
        let free = DraftChooser.free(devices: devices, drafts: names)
        return free.count == 1 ? free[0] : nil
    }

    /// Says which draft is the only free one now, where that is news.
    ///
    /// - Parameter before: The only free one before; nil when there was none, or several.
    func tellFreeDraft(since before: String?) {
        guard let now = onlyFreeDraft, now != before else { return }
        printer.say(
            "\(now) is now the only free draft: the next new fox that is plugged in gets it")
    }

    /// Changes drafts or what foxes have, and says which draft is the only free one then.
    ///
    /// - Parameter body: The change.
    /// - Returns: What the body returned.
    /// - Throws: `CLIError` of the body.
    func tellingFreeDraft<Result>(
        _ body: () throws(CLIError) -> Result
    ) throws(CLIError) -> Result {
        let before = onlyFreeDraft
        let result = try body()
        tellFreeDraft(since: before)
        return result
    }
}
