// What drafts come to together, for the commands that show several.
internal import PicoFox
internal import SyncEngine

extension HuntChecks.Fox {
    /// The fox that a draft makes; nil for one that is not valid, and so goes onto no fox.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - findings: What `findings()` gave.
    init?(_ draft: FrozenDraft, _ findings: [Finding]) {
        guard draft.settings != nil, !findings.haveErrors else { return nil }
        self.init(
            name: draft.name, firmware: draft.firmware, settings: draft.effective,
            files: draft.files.values.filter { $0.name != "settings.txt" }
                .sorted { $0.name < $1.name }
                .map { StagedFile(name: $0.name, bytes: $0.bytes) })
    }
}

extension [Finding] {
    /// The most lines about several drafts; JSON has all of them.
    private static let most = 20

    /// The findings about several drafts, a line each.
    func togetherLines(_ style: Style) -> [String] {
        let notes = filter { $0.severity == .note }
        let graver = filter { $0.severity != .note }
        let shown = graver.prefix(Self.most) + notes
        let more = graver.count - Self.most
        return shown.map {
            "\($0.word(style)): \(Array<UInt8>($0.message.utf8).printable) [\($0.code)]"
        } + (more > 0 ? ["and \(Style.count(more, "more pair")) of foxes like these"] : [])
    }
}
