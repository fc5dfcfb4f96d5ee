// What every command is given: the environment, the places, the configuration, the printer.
internal import FoxSystem
internal import Glibc
internal import SyncEngine

/// The surroundings of a command.
struct Context: Sendable {
    /// The process's environment.
    let environment: [String: String]
    /// Where everything lives.
    let places: Places
    /// Where output goes.
    let printer: Printer

    init(environment: [String: String], json: Bool) {
        self.environment = environment
        places = Places(
            environment: environment, below: (try? Folder.realPath(".")) ?? "/")
        printer = Printer(json: json, environment: environment)
    }

    /// Makes sure that this process may mount.
    func confirmMounting() throws(CLIError) {
        do { try UnseenMount.confirmPermission() } catch {
            throw CLIError(
                .failed, "mount",
                "cannot mount by itself: \(error); set 'mode = never' under [mount] in"
                    + " \(places.config), or run as a service that may")
        }
    }

    /// Reads the configuration.
    func config() throws(CLIError) -> Config {
        do { return try Config(path: places.config) } catch { throw CLIError(error) }
    }

    /// Refuses to go on where what fox-sync keeps is there and cannot be read: that it is empty would
    /// be no true answer.
    ///
    /// - Parameter writes: Whether it is going to be changed, too.
    /// - Throws: `CLIError` with the owner, and with the command that mends it.
    func refuseUnreadable(writes: Bool = false) throws(CLIError) {
        var folders = [
            places.database.deletingLastComponent, places.drafts, places.versions, places.backups,
        ]
        if writes { folders.append(places.locks) }
        if let problem = HostProblem.keeping(
            from: folders, files: [places.database], writes: writes)
        {
            throw CLIError(problem)
        }
    }

    /// Opens the state database and asks it something.
    func state<Result>(
        _ body: (StateStore) throws(StateError) -> Result
    ) throws(CLIError) -> Result {
        do throws(StateError) {
            return try body(try StateStore(path: places.database))
        } catch { throw CLIError(error) }
    }

    /// Asks the state database something without changing anything: a home that cannot be
    /// written, or has no database yet, will do.
    func reading<Result>(
        _ body: (StateStore) throws(StateError) -> Result
    ) throws(CLIError) -> Result {
        do throws(StateError) {
            return try body(try StateStore(reading: places.database))
        } catch { throw CLIError(error) }
    }

    /// The drafts.
    var drafts: DraftStore { DraftStore(places) }

    /// Whether a device was ever synced.
    func knows(_ device: DeviceIdentity) -> Bool {
        let devices = try? reading { (store) throws(StateError) in try store.devices() }
        return devices?.contains { $0.id == device.id } ?? false
    }

    /// The environment of this process.
    static var processEnvironment: [String: String] {
        var result: [String: String] = [:]
        var pointer = environ
        while let entry = pointer.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            pointer += 1
        }
        return result
    }

    /// The names that owners gave their devices, by identity.
    func deviceNames() throws(CLIError) -> [String: String] {
        try reading { (store) throws(StateError) in try store.devices() }
            .reduce(into: [:]) { $0[$1.id] = $1.name }
    }

    /// The one device that some words can mean.
    func device(_ words: String) throws(CLIError) -> DeviceRecord {
        let found = try reading { (store) throws(StateError) in
            try store.devices(matching: words)
        }
        switch found.count {
        case 1: return found[0]
        case 0:
            throw CLIError(
                .notFound, "not-found", "there is no device '\(Array(words.utf8).printable)'",
                next: "fox-sync devices")
        default:
            throw CLIError(
                .notFound, "ambiguous",
                "'\(Array(words.utf8).printable)' can mean"
                    + " \(found.map { Array($0.id.utf8).printable }.joined(separator: " or "))",
                next: "fox-sync devices")
        }
    }
}
