// What is in a draft's folder, and what of it can be put on a fox.
internal import FoxSystem
internal import PicoFox

/// The entries of a draft's folder.
struct DraftEntries {
    /// The names, sorted.
    let names: [String]
    private let status: [[UInt8]: FileStatus]

    /// Lists a folder.
    init(of path: String) throws(SyncError) {
        do throws(Errno) {
            var status: [[UInt8]: FileStatus] = [:]
            names = try Folder.names(in: path)
            for name in names {
                // By its bytes: text compares equal in different Unicode forms.
                do throws(Errno) {
                    status[Array(name.utf8)] = try Folder.status(path + "/" + name)
                } catch { if !error.isMissing { throw error } }
            }
            self.status = status
        } catch { throw DraftStore.failed(path, error) }
    }

    /// What an entry is; nil when it has gone, or when its name is no text.
    func kind(of name: String) -> FileStatus.Kind? { status[Array(name.utf8)]?.kind }

    /// The size of an entry in bytes.
    func size(of name: String) -> Int { status[Array(name.utf8)]?.size ?? 0 }

    /// The name that is taken for settings.txt: in another letter case where no other one is there.
    var settingsName: String {
        let spelled = names.filter { Firmware.stock.canonicalName(for: $0) == "settings.txt" }
        return spelled.count == 1 ? spelled[0] : "settings.txt"
    }

    /// Whether the folder held the same then, but for what programs leave while they save.
    func isSame(as other: DraftEntries) -> Bool {
        func counted(_ entries: DraftEntries) -> [[UInt8]: FileStatus] {
            entries.status.filter { !ScratchName.matches(String(decoding: $0.key, as: UTF8.self)) }
        }
        return counted(self) == counted(other)
    }

    /// What becomes of the entries.
    struct Judgement {
        /// Files that go onto the fox.
        var staged: [String] = []
        /// Files that do not, and need not, with the reason.
        var leftOut: [String: String] = [:]
        /// What must not be in a draft.
        var refused: [Finding] = []
    }

    /// Judges the entries as a firmware and FAT would.
    func judged(for firmware: Firmware) -> Judgement {
        var judgement = Judgement()
        // Equal as text without letter case is what is one name on FAT, and in other Unicode forms
        // what no two computers spell alike.
        let alike = Dictionary(grouping: names.filter { !isLitter($0, firmware) }) {
            $0.lowercased()
        }
        for name in names {
            let shown = Array(name.utf8).printable
            if let finding = ConflictCopy.finding(for: name) {
                judgement.refused.append(finding)
                continue
            }
            if isLitter(name, firmware) {
                judgement.leftOut[name] = "'\(shown)' is a leftover of a computer"
                continue
            }
            // What the firmware does not use never comes to the fox: there is nothing to choose.
            if let exact = firmware.canonicalName(for: name),
                let others = alike[name.lowercased()],
                let other = others.first(where: { $0 == exact }) ?? others.first,
                Array(other.utf8) != Array(name.utf8)
            {
                judgement.refused.append(
                    Finding(
                        .duplicateName, file: shown,
                        "'\(shown)' and '\(Array(other.utf8).printable)' differ in letter case only:"
                            + " they are one name on FAT"))
                continue
            }
            let hasTwin = alike[name.lowercased()]?.contains {
                $0 == name && Array($0.utf8) != Array(name.utf8)
            }
            let told = hasTwin == true ? Self.escaped(name) : shown
            if let finding = refusal(name, told, firmware) {
                judgement.refused.append(finding)
            } else if let reason = firmware.refusal(toStage: name) {
                judgement.leftOut[told] = reason.replacing("'\(name)'", with: "'\(told)'")
            } else {
                judgement.staged.append(name)
            }
        }
        return judgement
    }

    private func refusal(_ name: String, _ shown: String, _ firmware: Firmware) -> Finding? {
        guard let kind = kind(of: name) else {
            return Finding(.fileName, file: shown, "'\(shown)' is no text, as a name on FAT is")
        }
        let isUsed = firmware.canonicalName(for: name) != nil
        if kind == .directory {
            return Finding(
                .notAFile, file: shown,
                "'\(shown)' is a folder: a fox has files only, all in one place")
        }
        if kind != .regular, isUsed {
            return Finding(
                .notAFile, file: shown,
                "'\(shown)' is a \(kind.rawValue): only plain files count")
        }
        if firmware.role(of: name) == .settings, size(of: name) > Recognition.maximumSize {
            return Finding(
                .settingsTooLarge, file: shown,
                "'\(shown)' has \(size(of: name)) bytes, and no fox's has more than"
                    + " \(Recognition.maximumSize)")
        }
        if isUsed, size(of: name) > FlashRoom.largestFile {
            return Finding(
                .fileTooLarge, file: shown,
                "'\(shown)' has \(size(of: name)) bytes, and a fox's volume holds"
                    + " \(FlashRoom.largestFile)")
        }
        guard let reason = firmware.refusal(toStage: name) else { return nil }
        switch firmware.role(of: name) {
        case .foreign:
            return firmware.deletesForeignFiles || Firmware.fatProblem(of: name) != nil
                ? Finding(
                    .fileName, file: shown,
                    reason.replacing("'\(name)'", with: "'\(shown)'")) : nil
        case .firmwareOwned, .hostLitter: return nil
        case .settings, .audio, .picture, .text:
            return Finding(.fileName, file: shown, reason)
        }
    }

    /// A name whose characters are told by their numbers: two Unicode forms look the same.
    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map {
            $0.isASCII ? String(Character($0)) : "\\u{\(String($0.value, radix: 16))}"
        }.joined()
    }

    /// Whether an entry is what computers and editors leave lying about.
    private func isLitter(_ name: String, _ firmware: Firmware) -> Bool {
        firmware.role(of: name) == .hostLitter || name.hasPrefix(".")
    }
}
