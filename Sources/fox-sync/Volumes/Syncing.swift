// What the commands that sync have in common: signals, progress, names, results.
internal import FoxSystem
internal import SyncEngine

/// Somebody asked the command to end.
private struct Stopping: Remark {
    let message = "stopping after the file in hand"
}

/// Runs volumes for a command, with progress on a terminal and a graceful stop.
struct Syncing {
    let context: Context
    let options: SyncRun.Options

    /// Syncs volumes at the same time.
    ///
    /// - Parameter volumes: The volumes.
    /// - Returns: A view of each run, and an error for each volume that came to none: `unreadable`
    ///   where it could not even be looked into.
    /// - Throws: `CLIError` when the state cannot be read.
    func all(
        _ volumes: [FoundVolume]
    ) throws(CLIError) -> (views: [RunView], refused: [CLIError]) {
        var options = options
        let config = try context.config()
        options.backupsKept = config.backupsKept
        options.historyKept = config.historyKept
        let progress = ProgressLine(printer: context.printer)
        let stop = StopFlag()
        let source = Signals.shared?.listen { _ in
            stop.request()
            context.printer.note(Stopping())
        }
        defer { source?.cancel() }
        // A draft that nobody names is the fox's own, or the only free one: none is left then. So nothing
        // of the computer's own is read here before the foxes are.
        let free = options.draft == nil ? nil : context.onlyFreeDraft
        let results = VolumeSync.all(
            volumes, context: context, options: options, stop: stop,
            onEvent: { progress.take($0, of: $1) })
        progress.end()
        if options.draft != nil { context.tellFreeDraft(since: free) }
        let names = try context.deviceNames()
        var left = FreeDrafts(options.dryRun ? results.compactMap { try? $0.get() } : [], names)
        // A command that was refused says nothing of the fox.
        let ids = results.compactMap { try? $0.get().run }.filter { $0.result != .refused }
            .compactMap(\.device)
        let states = options.dryRun ? [:] : context.states(of: ids)
        var views: [RunView] = []
        var refused: [CLIError] = []
        for (result, volume) in zip(results, volumes) {
            switch result {
            case .success(let run):
                let report = left.report(run, of: volume)
                var view = RunView(
                    report.run, deviceName: report.run.device.flatMap { names[$0] },
                    steps: report.steps, plan: report.plan, findings: report.findings,
                    isDryRun: options.dryRun)
                view.fox = report.run.device.flatMap { states[$0] }
                views.append(view)
            case .failure(let error):
                // Somebody's ordinary stick is none of these: it could be read.
                let isClosed = error.step == .recognise && error.errno != nil
                let error = CLIError(error)
                refused.append(
                    CLIError(
                        error.exit, isClosed ? "unreadable" : error.code,
                        "\(volume.path): \(error.message)"))
            }
        }
        return (views, refused)
    }

    /// Syncs one volume.
    ///
    /// - Parameter volume: The volume.
    /// - Returns: A view of the run.
    /// - Throws: `CLIError`, also when the volume is no PicoFox.
    func one(_ volume: FoundVolume) throws(CLIError) -> RunView {
        let (views, refused) = try all([volume])
        if let error = refused.first { throw error }
        return views[0]
    }
}
