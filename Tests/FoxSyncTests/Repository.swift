// Where the files are that are tested but not compiled.
import Foundation

/// The folder that these tests were built from.
enum Repository {
    static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// A file of it, as text.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}
