// Where the program begins: finds the command, runs it, prints its result, exits with its code.
internal import FoxSystem
internal import Glibc
internal import SyncEngine

@main
enum FoxSync {
    /// The program's version, as `--version` prints it.
    static let version = "0.1.0"

    static func main() {
        Capabilities.keepFromChildren()
        // A file that grows beyond the limit is an error that is told, and no sudden end.
        signal(SIGXFSZ, SIG_IGN)
        if let problem = ResourceLimit.problem {
            // What is printed otherwise takes descriptors and memory.
            _ = write(2, "fox-sync: \(problem)\n", problem.utf8.count + 11)
            exit(ExitCode.failed.rawValue)
        }
        let given = Array(CommandLine.arguments.dropFirst())
        let context = Context(
            environment: Context.processEnvironment, json: given.contains("--json"))
        // It is every command's, and may stand before its name.
        let arguments = Array(given.drop { $0 == "--json" })
        var code = run(arguments, context)
        if let error = context.printer.outputError() {
            context.printer.show(error)
            code = .most(serious: [code, error.exit])
        }
        exit(code.rawValue)
    }

    private static func run(_ arguments: [String], _ context: Context) -> ExitCode {
        do throws(CLIError) {
            switch arguments.first {
            case nil, "--help", "-h", "help":
                context.printer.show(ProgramHelp())
                return arguments.isEmpty ? .usage : .done
            case "--version":
                context.printer.show(Version())
                return .done
            // For the shells and for building; no commands, since nobody types them.
            case "complete":
                complete(arguments.dropFirst(2), context)
                return .done
            case "manual":
                context.printer.out(
                    arguments.last == "options" ? Manual.options : Manual.commands)
                return .done
            default: break
            }
            if let number = unreadableArgument {
                throw .usage("argument \(number) is not UTF-8, as all names here are")
            }
            if let problem = Places.problem(in: context.environment) { throw .usage(problem) }
            guard let (command, count) = CommandTable.find(arguments) else {
                if let group = GroupHelp(arguments) {
                    context.printer.show(group)
                    return .done
                }
                throw CommandTable.unknown(arguments)
            }
            let call = try Invocation(
                Array(arguments.dropFirst(count)), options: command.options + Option.common,
                command: command.name)
            if call.has("help") {
                context.printer.show(CommandHelp(command))
                return .done
            }
            guard command.count.contains(call.words.count) else {
                throw .usage(
                    command.words.isEmpty
                        ? "'\(command.name)' takes no words"
                        : "'\(command.name)' wants \(command.words)", command: command.name)
            }
            if command.needsState { try context.refuseUnreadable() }
            let result: any CommandResult
            do throws(CLIError) { result = try command.run(context, call) } catch {
                throw error.naming(command)
            }
            let mayBeLong = command.isPaged && !(result is Silence) && !context.printer.json
            let pager =
                mayBeLong && !call.has(Option.noPager.name)
                ? Pager(environment: context.environment) : nil
            context.printer.show(result)
            pager?.finish()
            return result.exit
        } catch {
            context.printer.show(error)
            return error.exit
        }
    }
}

extension FoxSync {
    /// The number of the first argument that is no UTF-8, and would silently become another name.
    private static var unreadableArgument: Int? {
        (0..<Int(CommandLine.argc)).first { index in
            CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
        }
    }

    /// `complete -- WORD… CURRENT`: what can stand at the place of the last word.
    private static func complete(_ words: ArraySlice<String>, _ context: Context) {
        let completion = Completion(
            after: Array(words.dropLast()), current: words.last ?? "",
            staged: Staged(context: context))
        if !completion.text.isEmpty { context.printer.out(completion.text) }
    }
}

/// The answer to `--version`.
private struct Version: CommandResult {
    let name = "fox-sync"
    let version = FoxSync.version

    func text(_ style: Style) -> String { "\(name) \(version)" }
}
