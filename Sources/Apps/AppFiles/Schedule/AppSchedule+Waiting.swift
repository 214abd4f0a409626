import SaybusMessages
import SaybusSupport

/// The waits until items are due, and between their rings.
extension AppSchedule {
    /// Rings due items until the task is cancelled. Items that ring then ring again after the next start.
    /// - Parameter player: Runs actions and plays events in a room.
    func run(_ player: any SchedulePlayer) async {
        self.player = player
        while !Task.isCancelled {
            // Without a file nothing was ever scheduled.
            if store.exists {
                do { try await storeEnds() } catch { await report(error, to: player) }
                do { try await load() } catch { await report(error, to: player) }
                if let unreadable { await player.report(unreadable) }
            }
            leaveRinging()
            let now = clock.now
            var wait = Self.maximumWait
            var due: [Int64: Task<Void, Never>] = [:]
            corrections = corrections.filter { items[$0.key] != nil }
            for id in items.keys where ringing[id] == nil && !ending.contains(id) {
                guard let item = corrected(id, at: now), serves(item.session) else { continue }
                let trigger = corrections[id] ?? item.trigger
                let remaining = trigger.remaining(at: now, offset: clock.offset)
                if remaining <= 0 {
                    due[id] = Task { await self.ring(id, item, late: -remaining, player) }
                } else if remaining < wait.seconds {
                    wait = .seconds(remaining)
                }
            }
            // At once, so that alarms of many rooms at one time change the catalog once.
            if !due.isEmpty { ringing.merge(due) { former, _ in former } }
            await pause(for: wait)
        }
        let tasks = Array(ringing.values) + Array(acting.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Returns an item. It is put to the next time by a clock that was ahead and is right now when that time comes.
    private func corrected(_ id: Int64, at now: ScheduleMoment) -> ScheduledItem? {
        guard var item = items[id] else { return nil }
        let late = corrections[id].map { -$0.remaining(at: now, offset: clock.offset) } ?? -.infinity
        if let trigger = corrections.removeValue(forKey: id), 0...Self.lateness.told ~= late {
            let former = item
            (item.trigger, item.hasBegun, item.words) = (trigger, false, nil)
            replace(id, former, by: item)
            return item
        }
        let trigger = item.trigger.corrected(at: now, offset: clock.offset)
        if trigger != item.trigger { corrections[id] = trigger }
        return item
    }

    /// Ends the ringing of items that were removed, or whose room another program serves.
    func leaveRinging() {
        for id in ringing.keys where items[id].map({ serves($0.session) }) != true {
            ringing.removeValue(forKey: id)?.cancel()
        }
    }

    /// Waits for a time, for a new item, or for the end of the task.
    private func pause(for time: Duration) async {
        let sleeper = Task { [clock] in await clock.sleep(for: time) }
        self.sleeper = sleeper
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
    }

    /// Records that a program's sound has ended in a room. A listener can hear "stop" in the pause after it, so the
    /// next repetition waits for that pause, too.
    func soundEnded(in session: Session) {
        guard ringing.keys.contains(where: { items[$0]?.session == session }) else { return }
        lastSounds[session] = clock.now.steady
    }

    /// Checks at once for due items, and for rooms that this program has taken over or given back.
    func reevaluate() { sleeper?.cancel() }

    /// Waits for the end of the pause after the newest sound of a room, which may be the ring of another app. Twice at
    /// most, since an app may play something again and again.
    func waitForPause(in session: Session) async {
        for _ in 0..<2 {
            guard !Task.isCancelled, let last = lastSounds[session] else { return }
            let rest = last + Self.ringPause.seconds - clock.now.steady
            guard rest > 0 else { return }
            await clock.sleep(for: .seconds(rest))
        }
    }
}
