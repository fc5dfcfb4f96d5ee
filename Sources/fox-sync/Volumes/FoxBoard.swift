// Every fox that is known, with what is to do about it and whether it is there: what each display of
// foxes is made of.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// The foxes, as devices, mounts, log and drafts are now.
struct FoxBoard {
    /// One fox.
    struct Fox {
        /// Who it is.
        let record: DeviceRecord
        /// Where it is mounted.
        let volume: String?
        /// Whether it can be synced now.
        let availability: Availability
        /// What the agent noted of that, when it still holds.
        let noted: Availability?
        /// What is to do, and the runs that it stands on.
        let standing: FoxStates.Fox

        /// What is to do.
        var state: FoxState { standing.state }
    }

    /// The foxes: what waits for a person first, then those with names, by name.
    let foxes: [Fox]
    /// The names of all drafts.
    let drafts: [String]
    /// Drafts that are on no fox as they are now.
    let unsynced: [String]
    /// Whether udev runs, so that somebody can say what is plugged in.
    let udev: Bool

    /// Looks.
    ///
    /// - Parameters:
    ///   - context: Where everything lives.
    ///   - store: The state.
    ///   - config: Which volumes are looked at; nil where the configuration cannot be read, and only
    ///     folders are.
    /// - Throws: `CLIError`.
    init(_ context: Context, _ store: StateStore, _ config: Config?) throws(CLIError) {
        let scan: VolumeScan?
        do throws(WatchError) { scan = try VolumeScan.current() } catch { scan = nil }
        let mounted = (scan?.volumes ?? []).filter { volume in
            config?.rules.verdict(on: volume).isCandidate ?? false
        }.compactMap { FoundVolume($0) }
        let places = Dictionary(grouping: mounted, by: \.identity.id).mapValues { $0[0].path }
        let plugged = Set(
            ((scan?.devices ?? []) + (scan?.unreadyDevices ?? [])).compactMap(\.serial))
        let isSure = scan?.udevIsRunning ?? false
        let names: [String]
        do throws(SyncError) { names = try context.drafts.names() } catch {
            throw CLIError(error)
        }
        do throws(StateError) {
            var states = try FoxStates(store, context.drafts, names: names)
            let known = try store.availabilities()
            var foxes: [Fox] = []
            for record in states.devices {
                let volume = places[record.id] ?? Self.folder(of: record)
                let now = Self.availability(
                    volume: volume, isPlugged: plugged.contains(record.id), isSure: isSure,
                    mountsItself: config.map { $0.mounting.mode != .never } ?? false,
                    noted: known[record.id])
                foxes.append(
                    Fox(
                        record: record, volume: volume, availability: now,
                        noted: known[record.id].flatMap { $0.state == now.state ? $0 : nil },
                        standing: try states.fox(record, now)))
            }
            self.foxes = FoxState.Kind.allCases.flatMap { kind in
                foxes.filter { $0.state.kind == kind }
            }
            drafts = names
            unsynced = try states.unsynced()
            udev = isSure
        } catch { throw CLIError(error) }
    }

    /// Looks, for a command that reads nothing else of the state.
    init(_ context: Context) throws(CLIError) {
        let store: StateStore
        do throws(StateError) { store = try StateStore(reading: context.places.database) } catch {
            throw CLIError(error)
        }
        try self.init(context, store, try? context.config())
    }

    /// A folder that stands in for a fox, while it exists.
    private static func folder(of record: DeviceRecord) -> String? {
        guard record.id.hasPrefix("path:") else { return nil }
        let path = String(record.id.dropFirst("path:".count))
        return (try? Folder.status(path))?.kind == .directory ? path : nil
    }

    /// What can be said now, with what the agent last noted.
    private static func availability(
        volume: String?, isPlugged: Bool, isSure: Bool, mountsItself: Bool, noted: Availability?
    ) -> Availability {
        guard let volume else {
            // The agent mounts for a moment and out of sight; what it met then is what is known.
            if isPlugged, mountsItself, let noted, noted.state != .gone { return noted }
            if isPlugged { return Availability(.notMounted, "nobody has mounted it") }
            // Only udev can say that a device has gone; else it is just nowhere to be seen.
            return isSure
                ? Availability(.gone, "not plugged in")
                : Availability(.notMounted, "not seen among the mounts")
        }
        // What a run met lasts until the next event about it.
        if let noted, noted.state == .ioError { return noted }
        do throws(SyncError) {
            let root: PosixVolume
            do throws(VolumeError) { root = try PosixVolume(path: volume) } catch {
                throw SyncError(error, .recognise)
            }
            _ = try Recogniser.recognise(root)
            return (try? root.space())?.isReadOnly == true
                ? Availability(.readOnly, "mounted read-only") : Availability(.available)
        } catch {
            return error.errno == .io
                ? Availability(.ioError, error.description)
                : Availability(.noSettings, error.reason)
        }
    }
}

extension [FoxState] {
    /// How many foxes are how, in words: `3 foxes: 2 ready, 1 behind`.
    var summary: String {
        let parts = FoxState.Kind.allCases.reversed().compactMap { kind -> String? in
            let count = filter { $0.kind == kind }.count
            if count == 0 { return nil }
            return kind == .needsDecision && count > 1
                ? "\(count) need a decision" : "\(count) \(kind.words)"
        }
        return "\(Style.count(count, "fox", "foxes")): \(parts.joined(separator: ", "))"
    }
}
