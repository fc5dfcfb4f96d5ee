// Every command there is, and how the words of a call find theirs.

internal import SyncEngine

/// The list of commands, in the order of the help.
enum CommandTable {
    static let all: [Command] = [
        .agent, .status, .sync, .pull, .resolve, .devices, .name, .assign, .unassign, .forget,
        .draftNew, .draftList, .draftShow, .draftSet, .draftUnset, .draftAudio, .draftRecord,
        .draftEdit, .draftCheck, .draftFix, .draftDiff, .draftUndo, .draftFactory, .draftCopy,
        .draftRename, .draftRemove, .draftExport, .eventImport, .eventExport, .log,
        .logShow, .logExport, .logImport, .logPrune, .backupList, .backupShow, .backupRestore,
        .backupPrune, .preview, .doctor, .configShow, .configExample,
    ]

    /// Finds the command that some arguments begin with.
    ///
    /// - Parameter arguments: What was typed after the program's name.
    /// - Returns: The command and how many words named it, or nil.
    static func find(_ arguments: [String]) -> (Command, Int)? {
        for count in [2, 1] where arguments.count >= count {
            let name = arguments.prefix(count).joined(separator: " ")
            if let command = all.first(where: { $0.name == name }) { return (command, count) }
        }
        return nil
    }

    /// The commands of a group, as in `draft`; none when nothing begins so.
    ///
    /// - Parameter name: The first word of their names.
    /// - Returns: The commands with more words than that one.
    static func group(_ name: String) -> [Command] {
        name.isEmpty ? [] : all.filter { $0.name.hasPrefix(name + " ") }
    }

    /// The error for a call that names no command.
    static func unknown(_ arguments: [String]) -> CLIError {
        let first = arguments.first ?? ""
        let group = group(first).map(\.name)
        if !group.isEmpty {
            return .usage(
                "'\(first)' wants one of: \(group.joined(separator: ", "))", command: first)
        }
        return .usage("there is no command '\(Array(first.utf8).printable)'")
    }
}
