// Where the program begins: finds the command, runs it, prints its result, exits with its code.
internal import Glibc
internal import SyncEngine

@main
enum FoxSync {
    /// The program's version, as `--version` prints it.
    static let version = "0.1.0"

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Threads inherit the mask: this must come before the first of them.
        if ["agent", "sync", "pull", "resolve", "backup", "status"].contains(arguments.first) {
            _ = Signals.shared
        }
        let context = Context(
            environment: Context.processEnvironment, json: arguments.contains("--json"))
        exit(run(arguments, context).rawValue)
    }

    private static func run(_ arguments: [String], _ context: Context) -> ExitCode {
        do throws(CLIError) {
            switch arguments.first {
            case nil, "--help", "-h", "help":
                context.printer.out(CommandTable.help)
                return arguments.isEmpty ? .usage : .done
            case "--version":
                context.printer.show(Version())
                return .done
            default: break
            }
            if let problem = Places.problem(in: context.environment) { throw .usage(problem) }
            guard let (command, count) = CommandTable.find(arguments) else {
                throw CommandTable.unknown(arguments)
            }
            let call = try Invocation(
                Array(arguments.dropFirst(count)), options: command.options + Option.common,
                command: command.name)
            if call.has("help") {
                context.printer.out(command.help)
                return .done
            }
            guard command.count.contains(call.words.count) else {
                throw .usage(
                    command.words.isEmpty
                        ? "'\(command.name)' takes no words"
                        : "'\(command.name)' wants \(command.words)", command: command.name)
            }
            let result = try command.run(context, call)
            context.printer.show(result)
            return result.exit
        } catch {
            context.printer.show(error)
            return error.exit
        }
    }
}

/// The answer to `--version`.
private struct Version: CommandResult {
    let name = "fox-sync"
    let version = FoxSync.version

    func text(_ style: Style) -> String { "\(name) \(version)" }
}
