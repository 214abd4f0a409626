import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// The rings and actions of due items.
extension AppSchedule {
    /// Runs the actions of a due item, and rings until it is stopped.
    func ring(_ id: Int64, _ item: ScheduledItem, late: Double, _ player: any SchedulePlayer) async {
        let due = DueItem(id, item, late: late, in: app())
        guard case .begun(let stored) = await begin(due, player), !Task.isCancelled else { return }
        let (actions, sounds) = (due.actions, due.sounds)
        var words = due.lateness
        let work = DueWork(actions, of: item, begun: stored, omission: due.omission)
        let run = await start(work, of: due, player)
        if sounds.isEmpty || !actions.contains(where: \.mayTakeTime) {
            await run.task.value
        } else {
            await run.wait(upTo: Self.maximumSilence, on: clock)
        }
        guard !Task.isCancelled else { return }
        let isSilent = sounds.isEmpty && words.isEmpty && run.events?.isEmpty != false
        // Something without sounds and words would be due unnoticed.
        if isSilent { words = [due.announcement] }
        let ring = Ring(
            id: id, session: item.session, sounds: sounds, words: words, actions: run, limit: due.ringTime)
        let isOver = await repeatUntilStopped(ring, player)
        let isUnheard = !isSilent && !heard.contains(id)
        guard isOver, !Task.isCancelled, ringing.removeValue(forKey: id) != nil else { return }
        // A ring that stays due sounds again with the next wake, and says how late it is.
        if isUnheard, !item.trigger.repeats, late <= Self.lateness.silent { return }
        do { try await finish(id) } catch { await player.report("\(error)") }
        if isUnheard { await player.logUnheard(item.kind.rawValue, in: item.session) }
    }

    /// The beginning of the actions of a due item.
    private enum Beginning {
        /// The item was removed, or is due at another time meanwhile.
        case isOver
        /// They begin. With the item as it was stored before; nil when that cannot be stored.
        case begun(ScheduledItem?)
    }

    /// Stores the beginning of the actions: before they run, so that a program that is killed meanwhile does not repeat
    /// them, nor does another program.
    private func begin(_ due: DueItem, _ player: any SchedulePlayer) async -> Beginning {
        do {
            try await storeEnds()
            let stored = try await store.begin(due.id, due.item.trigger)
            guard let stored, stored.trigger == due.item.trigger else {
                (items[due.id], ringing[due.id]) = (stored, nil)
                return .isOver
            }
            items[due.id]?.hasBegun = true
            return .begun(stored)
        } catch {
            await report(error, to: player)
            return .begun(nil)
        }
    }

    /// Starts the work on a due item.
    private func start(_ work: DueWork, of due: DueItem, _ player: any SchedulePlayer) async -> DueActions {
        let item = due.item
        switch work {
        case .run(let actions):
            return act(
                due.plan(of: actions), for: (due.id, item), keepsWords: !actions.allSatisfy(\.isRepeatable), player)
        case .say(let made): return DueActions(made)
        case .tellInterruption:
            await player.logInterruption(of: item.kind.rawValue, in: item.session)
            return DueActions([due.announcement, .speech(.init(BuiltInSentence.interrupted.text()))])
        case .tellFailure:
            return DueActions([due.announcement] + due.failed.audioEvents(values: due.values.spoken()))
        case .tellOmission(let omission):
            await player.logOmission(of: item.kind.rawValue, omission.rawValue, in: item.session)
            // The words about the lateness name it already.
            let told = due.lateness.isEmpty ? [due.announcement] : []
            return DueActions(told + [.speech(.init(BuiltInSentence.notDone.text()))])
        }
    }

    /// Starts the actions of a due item. "Stop" ends the rings only, so that no program is cut off half-way.
    /// - Parameter keepsWords: Whether the words that the actions make are stored for a ring after a restart.
    private func act(
        _ plan: ActionPlan, for due: (id: Int64, item: ScheduledItem), keepsWords: Bool, _ player: any SchedulePlayer
    ) -> DueActions {
        runs += 1
        let (number, words) = (runs, DueActions.Words())
        let task = Task {
            let events = await player.run(plan, in: due.item.session, due.item.kind.rawValue)
            // Actions that were cut off have no words.
            if keepsWords, !Task.isCancelled { await keep(events, of: due, player) }
            words.events = events
            acting[number] = nil
        }
        acting[number] = task
        return DueActions(task: task, words: words)
    }

    /// Stores the words of actions that have ended.
    private func keep(
        _ events: [AudioEvent], of due: (id: Int64, item: ScheduledItem), _ player: any SchedulePlayer
    ) async {
        do { try await store.keep(events, of: due.id, due.item.trigger) } catch {
            return await report(error, to: player)
        }
        guard let item = items[due.id], item.trigger == due.item.trigger, item.hasBegun else { return }
        items[due.id]?.words = events
    }

    /// Plays the sounds and words of a ring again and again for a time. Without sounds, until the words were heard
    /// once.
    /// - Returns: False when the task was cancelled.
    private func repeatUntilStopped(_ ring: Ring, _ player: any SchedulePlayer) async -> Bool {
        let start = clock.now
        while !Task.isCancelled {
            let isLast = await ringOnce(ring, since: start, player)
            guard !Task.isCancelled else { return false }
            if isLast { return true }
            // After its time it rings no more. Its words are heard once, when they are ready.
            if hasRungLong(ring, since: start), ring.actions.events == nil { await ring.actions.wait() }
            // Another program may have stopped it, or may ring itself now.
            do { try await load() } catch { await report(error, to: player) }
            leaveRinging()
        }
        return false
    }

    /// Plays sounds and words once, with the pause after them, when the rings before them in the room have had theirs:
    /// however many timers ring, "stop" can be said between two rings.
    /// - Parameter start: The time at which the item began to ring.
    /// - Returns: Whether the ring was the last one. Words that were not ready for it are heard in a further one.
    private func ringOnce(_ ring: Ring, since start: ScheduleMoment, _ player: any SchedulePlayer) async -> Bool {
        let session = ring.session
        let (pauses, pause) = AsyncStream.makeStream(of: Never.self)
        let own = Task { for await _ in pauses {} }
        let former = lastRings.updateValue(own, forKey: session)
        defer {
            pause.finish()
            if lastRings[session] == own { lastRings[session] = nil }
        }
        await former?.value
        if sounded.contains(ring.id) { await waitForPause(in: session) }
        guard !Task.isCancelled, !ending.contains(ring.id) else { return false }
        sounded.insert(ring.id)
        let words = ring.actions.events
        let part = await player.play(ring.sounds + ring.words + (words ?? []), in: session)
        if part != .nothing, ringing[ring.id] != nil { heard.insert(ring.id) }
        let isOver = words != nil && (ring.sounds.isEmpty && part == .whole || hasRungLong(ring, since: start))
        // Others of the room wait for the pause after the last ring, too.
        if !Task.isCancelled, !isOver || lastRings[session] != own { await clock.sleep(for: Self.ringPause) }
        return isOver
    }

    /// Returns whether an item has rung for its time.
    private func hasRungLong(_ ring: Ring, since start: ScheduleMoment) -> Bool {
        let now = clock.now
        return now.boot != start.boot || now.steady - start.steady >= ring.limit.seconds
    }
}
