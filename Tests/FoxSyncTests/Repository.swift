// Where the sources are that the tests were built from, for what is shipped beside the program.

/// The repository.
enum Repository {
    /// Its folder.
    static let path = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
}
