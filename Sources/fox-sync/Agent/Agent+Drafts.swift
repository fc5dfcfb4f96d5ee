// Whether a fox that is plugged in has something to get: asked when it comes, and after each edit.
internal import FoxSystem
internal import SyncEngine

extension Agent {
    /// A fox that is plugged in.
    struct Fox: Sendable {
        /// Where it is, and who.
        var found: FoundVolume
        /// What it was to get at its last run; nil before the first.
        var key: DraftKey?
        /// Whether it was said that its draft is being written to.
        var waits = false
    }

    /// Takes what the watch on drafts and state says.
    mutating func take(_ event: EditWatch.Event) {
        switch event {
        case .editing: isEditing = true
        case .quiet(let open):
            isEditing = false
            openFiles = open
            log.say("the drafts are at rest after an edit", .debug)
            check()
            lookForContended()
        case .state:
            check()
            lookForContended()
        }
    }

    /// Has those tried again that somebody else had mounted out of sight.
    private func lookForContended() {
        if !contended.isEmpty { inbox.put(.hint) }
    }

    /// Works out, on another thread, what each fox would get now.
    mutating func check() {
        // In the middle of an edit nobody knows; the end of it asks again.
        if isEditing || stop.isRequested { return }
        if isChecking {
            checksAgain = true
            return
        }
        let asked = foxes.filter { !running.contains($0.key) }.mapValues(\.found)
        if asked.isEmpty { return }
        isChecking = true
        let (context, inbox) = (context, inbox)
        do throws(Errno) {
            try Worker.start {
                inbox.put(.checked(asked.mapValues { DraftKey(of: $0.identity, context) }))
            }
        } catch {
            isChecking = false
            log.say("cannot look at the drafts: \(error)", .error)
        }
    }

    /// Starts the foxes whose draft is another now.
    mutating func take(_ keys: [AgentSession: DraftKey]) {
        isChecking = false
        let before = running.count
        for (session, key) in keys {
            guard var fox = foxes[session], !running.contains(session), !stop.isRequested,
                !isEditing
            else { continue }
            guard key.isNews(after: fox.key) else {
                if !key.isFree { foxes[session]?.key = key }
                continue
            }
            if let draft = key.busyDraft(open: openFiles, in: context.drafts) {
                // Closing the file is an event, and the end of waiting.
                if !fox.waits {
                    let place = Array(fox.found.path.utf8).printable
                    log.say("\(place): waits: the draft '\(draft)' is being written to")
                }
                fox.waits = true
                foxes[session] = fox
                continue
            }
            fox.key = key
            fox.waits = false
            foxes[session] = fox
            start(fox.found, session)
        }
        log.say("looked at the drafts: something new for \(running.count - before)", .debug)
        if checksAgain {
            checksAgain = false
            check()
        }
    }
}
