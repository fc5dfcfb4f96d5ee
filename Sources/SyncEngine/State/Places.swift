// Where everything lives on the host, by the XDG rules or under one folder.
internal import FoxSystem

/// The folders and files of one fox-sync set-up.
///
/// `FOX_SYNC_HOME` puts all of it under one folder (tests, the demo); an empty one is none. Otherwise the XDG base
/// directories decide (XDG Base Directory Specification); a relative path in a variable is ignored,
/// as the specification asks, and so is an XDG_RUNTIME_DIR that is not there. Without HOME, the home is
/// the one in the computer's list of users.
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
    ///   - current: The folder that a relative `FOX_SYNC_HOME` is below, absolute.
    ///   - account: The home that the computer's list of users has.
    package init(
        environment: [String: String], below current: @autoclosure () -> String = "/",
        account: @autoclosure () -> String? = Account.current?.home
    ) {
        func folder(_ variable: String, _ fallback: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value }
            let home = Self.home(environment) ?? account() ?? "/"
            return (home == "/" ? "" : home) + "/" + fallback
        }
        if var home = environment["FOX_SYNC_HOME"], !home.isEmpty {
            if !home.hasPrefix("/") { home = current() + "/" + home }
            self.init(
                config: home + "/fox-sync.conf", data: home, state: home, locks: home + "/locks")
            return
        }
        let data = folder("XDG_DATA_HOME", ".local/share") + "/fox-sync"
        let state = folder("XDG_STATE_HOME", ".local/state") + "/fox-sync"
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap {
            // To make it is the login's business: one that nobody made goes away with nobody.
            $0.hasPrefix("/") && Folder.isFolder($0) ? $0 + "/fox-sync" : nil
        }
        self.init(
            config: folder("XDG_CONFIG_HOME", ".config") + "/fox-sync/fox-sync.conf", data: data,
            state: state, locks: runtime ?? state + "/locks")
    }

    /// What is wrong with the environment, where it would put files in an odd place.
    ///
    /// - Parameters:
    ///   - environment: Variable names and values.
    ///   - account: The home that the computer's list of users has.
    /// - Returns: A sentence, or nil.
    package static func problem(
        in environment: [String: String],
        account: @autoclosure () -> String? = Account.current?.home
    ) -> String? {
        if let home = environment["FOX_SYNC_HOME"], !home.isEmpty {
            return home.hasPrefix("~")
                ? "FOX_SYNC_HOME begins with '~', which only a shell knows: say $HOME or the whole"
                    + " path" : nil
        }
        let variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]
        if variables.allSatisfy({ environment[$0]?.hasPrefix("/") ?? false }) { return nil }
        let named = home(environment)
        guard let found = named ?? account() else {
            return "HOME is not set, and this computer knows no home of this user: set HOME or"
                + " FOX_SYNC_HOME"
        }
        if found.hasPrefix("/") { return nil }
        let shown = Array(found.utf8).printable
        return named == nil
            ? "this computer's list of users has '\(shown)' for a home, which is no whole path: set HOME"
            : "HOME is '\(shown)': it has to be a whole path, from '/' on"
    }

    /// What HOME says; nil where it says nothing.
    private static func home(_ environment: [String: String]) -> String? {
        environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
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
