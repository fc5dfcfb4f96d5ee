// What each firmware makes of the files in a volume's root, be they a PicoFox's or not.
internal import PicoFox
internal import SyncEngine

/// The content of a volume, looked at through the eyes of every firmware.
struct RootDiagnosis: Sendable {
    /// What one firmware makes of the settings.
    struct Reading: Sendable {
        let firmware: Firmware
        let effective: EffectiveSettings
    }

    /// What the firmwares make of one WAV.
    struct Wav: Sendable {
        /// What one firmware makes of it.
        struct Judgement: Sendable {
            let firmware: Firmware
            /// Whether it plays a file of this name at all.
            let isPlayed: Bool
            let verdict: WavVerdict
        }

        let name: String
        let size: Int
        /// Whether its header claims more audio than there is.
        let isCut: Bool
        let judgements: [Judgement]

        init(_ file: DeviceFile) {
            let inspection = WavInspection(file.bytes)
            name = Array(file.name.utf8).printable
            size = file.bytes.count
            isCut = inspection.shortage > 0
            judgements = Firmware.all.map {
                Judgement(
                    firmware: $0, isPlayed: $0.uses(file.name),
                    verdict: WavVerdict(inspection, for: $0))
            }
        }
    }

    let guess: FirmwareGuess
    let readings: [Reading]
    let wavs: [Wav]
    let findings: [Finding]
    let litter: [String]
    let foreign: [String]
    let advice: [String]
    /// Why the other files could not be read; then only the settings are here.
    let failure: SyncError?

    /// Looks at what is there.
    ///
    /// - Parameters:
    ///   - root: The volume.
    ///   - found: What its root has, recognised or not.
    ///   - guess: Which firmware the device seems to run.
    init(_ root: any VolumeIO, _ found: Recogniser.Found, _ guess: FirmwareGuess) {
        let best = guess.best
        let settings = found.settings.bytes
        var snapshot: Snapshot?
        var failure: SyncError?
        do throws(SyncError) { snapshot = try SnapshotReader.read(root, found) } catch {
            failure = error
        }
        self.failure = failure
        self.guess = guess
        readings = Firmware.all.map {
            Reading(firmware: $0, effective: EffectiveSettings.read(settings, as: $0))
        }
        var wavs: [Wav] = []
        let unread =
            snapshot.map { RootWavs.read(root, found, $0) { wavs.append(Wav($0)) } } ?? [:]
        self.wavs = wavs
        let files = snapshot?.files ?? [:]
        let obstacles = snapshot?.obstacles ?? [:]
        // Other files than in a draft may be here: whatever the firmware does not use does no harm.
        var used = files.filter { best.uses($0.value.name) }.mapValues(\.bytes)
        used["settings.txt"] = nil
        findings =
            snapshot == nil
            ? [] : best.check(settings: settings, files: used, offAirAllowed: false)
        let roles = found.entries.map { ($0.printableName, best.role(of: $0.nameBytes)) }
        litter = roles.filter { $0.1 == .hostLitter }.map(\.0).sorted()
        foreign = roles.filter { $0.1 == .foreign }.map(\.0).sorted()
        var advice: [String] = []
        if best.deletesForeignFiles, !foreign.isEmpty {
            advice.append("the \(best.id) firmware deletes foreign files at its next start")
        }
        advice += found.entries.compactMap(\.name).sorted().compactMap {
            Self.spellingAdvice($0, guess)
        }
        advice += obstacles.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        advice += unread.filter { obstacles[$0.key.lowercased()] == nil }
            .sorted { $0.key < $1.key }
            .map { "\(Array($0.key.utf8).printable): not looked into, \($0.value)" }
        self.advice = advice
    }

    /// What the firmware that looks likeliest makes of a WAV.
    func judgement(on wav: Wav) -> Wav.Judgement? {
        wav.judgements.first { $0.firmware == guess.best }
    }

    /// Warns of a name that a firmware does not take for its own because of its letter case.
    ///
    /// With settings.txt a fox loses its callsign, so that it is said whatever the guess is.
    private static func spellingAdvice(_ name: String, _ guess: FirmwareGuess) -> String? {
        let isSettings = name.lowercased() == "settings.txt"
        let strict = (isSettings ? Firmware.all : guess.likeliest).filter {
            !$0.uses(name) && $0.uses(name.lowercased())
        }
        if strict.isEmpty { return nil }
        return "\(Array(name.utf8).printable) is not in small letters:"
            + " \(strict.map(\.id).joined(separator: " and ")) would delete it at the next start"
    }
}
