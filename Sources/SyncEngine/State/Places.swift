// Where everything lives on the host, by the XDG rules or under one folder.

/// The folders and files of one fox-sync set-up.
///
/// `FOX_SYNC_HOME` puts all of it under one folder (tests, the demo). Otherwise the XDG base
/// directories decide (XDG Base Directory Specification); a relative path in a variable is ignored,
/// as the specification asks.
package struct Places: Sendable, Equatable {
    /// The configuration file.
    package let config: String
    /// Folder of the drafts, one folder each.
    package let drafts: String
    /// Folder of the backups, a folder a device and in it a folder a run.
    package let backups: String
    /// Folder of the kept versions of drafts.
    package let versions: String
    /// The SQLite database: devices, bases, runs, steps.
    package let database: String
    /// Folder of the lock files.
    package let locks: String

    /// Works out the places from an environment.
    ///
    /// - Parameters:
    ///   - environment: Variable names and values.
    ///   - userID: The user's number, for a lock folder where no runtime folder is set.
    package init(environment: [String: String], userID: UInt32) {
        func folder(_ variable: String, _ fallback: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value }
            return (environment["HOME"] ?? "/") + "/" + fallback
        }
        if let home = environment["FOX_SYNC_HOME"], !home.isEmpty {
            self.init(
                config: home + "/fox-sync.conf", data: home, state: home, locks: home + "/locks")
            return
        }
        let data = folder("XDG_DATA_HOME", ".local/share") + "/fox-sync"
        let state = folder("XDG_STATE_HOME", ".local/state") + "/fox-sync"
        let runtime = environment["XDG_RUNTIME_DIR"].map { $0 + "/fox-sync" }
        self.init(
            config: folder("XDG_CONFIG_HOME", ".config") + "/fox-sync/fox-sync.conf", data: data,
            state: state, locks: runtime ?? state + "/locks")
    }

    private init(config: String, data: String, state: String, locks: String) {
        self.config = config
        drafts = data + "/drafts"
        backups = data + "/backups"
        versions = data + "/versions"
        database = state + "/fox-sync.db"
        self.locks = locks
    }
}
