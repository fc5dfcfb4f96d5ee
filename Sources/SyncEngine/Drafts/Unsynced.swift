// What is in a draft and on no fox: whoever replaces it should mean to.
internal import PicoFox

/// The changes of a draft since it was synced last.
package struct Unsynced: Equatable, Sendable {
    /// The changes in words: names of files, settings.txt with its keys.
    package let words: [String]

    /// Compares a draft with what is known to be on foxes.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - bases: What was last verified on the foxes that got it; the nearest one counts.
    ///   - new: The files that are to replace the draft's: what they agree on is not lost. Nil when
    ///     the draft's files are to go.
    package init(_ draft: FrozenDraft, bases: [Base], over new: [String: [UInt8]]?) {
        let empty = Base(draft: draft.name, run: "", at: .now, files: [:])
        let candidates = (bases.isEmpty ? [empty] : bases).map {
            Self.changes(of: draft, since: $0, over: new)
        }
        // What is too large to be read is on no fox.
        let tooLarge = [CheckCode.fileTooLarge, .settingsTooLarge].map(\.rawValue)
        let unread = draft.refused.filter { tooLarge.contains($0.code) }.map(\.file)
        words = (candidates.min { $0.count < $1.count } ?? []) + unread
    }

    private static func changes(
        of draft: FrozenDraft, since base: Base, over new: [String: [UInt8]]?
    ) -> [String] {
        draft.changes(since: base)
            .compactMap { sides in
                let name = sides.name
                let own = sides.draft?.bytes
                if let new, new[name] == own { return nil }
                if let own, name == "settings.txt", let new = new?[name],
                    EffectiveSettings.read(own, as: draft.firmware)
                        == EffectiveSettings.read(new, as: draft.firmware)
                {
                    return nil
                }
                // What every new draft begins with is nobody's work.
                if let own, base.run.isEmpty, name == "settings.txt",
                    Firmware.isFactory(own)
                {
                    return nil
                }
                return sides.draftWords
            }
    }
}
