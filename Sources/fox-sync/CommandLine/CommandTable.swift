// Every command there is, and how the words of a call find theirs.

internal import SyncEngine

/// The list of commands, in the order of the help.
enum CommandTable {
    static let all: [Command] = [
        .agent, .status, .sync, .pull, .resolve, .devices, .name, .assign, .unassign, .forget,
        .draftNew,
        .draftList, .draftShow, .draftSet, .draftUnset, .draftCheck, .draftFix, .draftUndo, .log,
        .logShow, .backupList, .backupShow, .backupRestore,
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

    /// The program's help.
    static var help: String {
        var table = Table(indent: "  ")
        for command in all {
            table.add(["\(command.name) \(command.words)", command.summary])
        }
        return """
            fox-sync pushes a prepared draft onto a PicoFox the moment it is plugged in.

            usage: fox-sync COMMAND [options]

            \(table.text(Style(isColoured: false, width: 80)))

            Every command takes --json and --help. 'fox-sync --version' tells the version.
            """
    }

    /// The error for a call that names no command.
    static func unknown(_ arguments: [String]) -> CLIError {
        let first = arguments.first ?? ""
        let group = all.filter { $0.name.hasPrefix(first + " ") }.map(\.name)
        if !group.isEmpty && !first.isEmpty {
            return .usage("'\(first)' wants one of: \(group.joined(separator: ", "))")
        }
        return .usage("there is no command '\(Array(first.utf8).printable)'")
    }
}
