// `log --html`: where the page goes.
internal import SyncEngine

extension Command {
    /// Writes the page.
    static func writeReport(
        _ query: RunQuery, to file: String, _ context: Context
    ) throws(CLIError) -> Note {
        Note(message: file)
    }
}
