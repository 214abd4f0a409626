import SaybusMessages
import SaybusPhrases

/// The timers, alarms and reminders of a running app. When one is due, its actions run in the room that set it, and it
/// rings there until it is stopped.
///
/// Stored items survive the program. An item is removed when it has rung or was stopped, so one that was due while
/// the program was down, or whose ringing a kill has cut, rings after the restart. Its actions run once at most.
///
/// Several programs with the same app share the file. The one that carries out the turns of a room rings there, also
/// what another one has set.
actor AppSchedule {
    /// Most items of one room, and of all rooms.
    static let maximumItems = (inSession: 64, inAll: 1000)
    /// Most seconds of one wait, so that a clock that is set, or a machine that wakes, is noticed.
    static let longestWait = 10.0
    /// Seconds without sound between two repetitions, in which a listener that hears nothing while the assistant speaks
    /// can hear "stop".
    static let ringPause = 4.0
    /// The longest wait for the words of an entry's actions, in seconds, before it rings without them.
    static let longestSilence = 1.0
    /// Seconds of lateness after which the announcement says so, and after which nothing rings.
    static let lateness = (told: 60.0, silent: 3600.0)

    private let store: AppStore
    private let clock: any ScheduleClock
    private let app: @Sendable () -> App
    /// Whether the program carries out the turns of a session now.
    private let serves: @Sendable (Session) -> Bool

    /// Nil until the schedule runs; before, nothing rings.
    private var player: (any SchedulePlayer)?
    private var items: [Int64: ScheduledItem] = [:] {
        didSet { changes += 1 }
    }
    /// The version of the file from which ``items`` were read; nil before.
    private var version: AppStore.Version?
    /// The number of changes of ``items``.
    private var changes = 0
    private var ringing: [Int64: Task<Void, Never>] = [:] {
        didSet {
            sounded.formIntersection(ringing.keys)
            let sessions = Set(ringing.keys.compactMap { items[$0]?.session })
            lastSounds = lastSounds.filter { sessions.contains($0.key) }
            ringingChanged(sessions)
        }
    }
    /// Those of ``ringing`` whose first ring has begun. The others still wait for the rings before them.
    private var sounded: Set<Int64> = []
    /// The actions of what is due that have not ended, by numbers in the order of their start.
    private var acting: [Int: Task<Void, Never>] = [:]
    /// The number of actions that were started.
    private var runs = 0
    /// The items that are just being stopped, and must not ring again meanwhile.
    private var ending: Set<Int64> = []
    private let ringingChanged: @Sendable (Set<Session>) -> Void
    private var sleeper: Task<Void, Never>?
    /// The newest ring of each room, until the end of its pause.
    private var lastRings: [Session: Task<Void, Never>] = [:]
    /// The steady time at which the newest sound of whatever program ended in each room in which something rings.
    private var lastSounds: [Session: Double] = [:]

    /// Creates a schedule.
    /// - Parameters:
    ///   - app: Returns the current version of the app.
    ///   - serves: Returns whether this program carries out the turns of a session now. Others ring elsewhere.
    ///   - ringingChanged: Receives the rooms in which something rings, whenever something begins or ends to ring.
    init(
        store: AppStore, clock: any ScheduleClock, serves: @escaping @Sendable (Session) -> Bool = { _ in true },
        app: @escaping @Sendable () -> App, ringingChanged: @escaping @Sendable (Set<Session>) -> Void = { _ in }
    ) {
        (self.store, self.clock, self.serves, self.app) = (store, clock, serves, app)
        self.ringingChanged = ringingChanged
    }

    /// The local day, counted from 1970-01-01, and the seconds since its midnight.
    nonisolated var localTime: (day: Int, second: Int) {
        let wall = clock.now.wall
        let day = ScheduleTrigger.localDay(at: wall, offset: clock.offset)
        return (day, Int(wall) + clock.offset(at: wall) - day * 86_400)
    }

    private var spoken: SpokenTime { SpokenTime(language: app().language) }

    // MARK: Orders

    /// Schedules something in a room.
    /// - Returns: The item, whose values have the time that is meant.
    @discardableResult
    func set(_ order: ScheduleOrder, in session: Session) async throws(StoreError) -> ScheduledItem {
        try await load()
        let (trigger, length) = try order.trigger(at: clock.now, offset: clock.offset)
        guard items.count < Self.maximumItems.inAll,
            items.values.count(where: { $0.session == session }) < Self.maximumItems.inSession
        else {
            throw StoreError(.tooMany, "too many timers, alarms and reminders are set: cancel some")
        }
        var values = order.values
        if case .at(_, _, let half, let weekday) = order.time, case .local(let day, let second, _) = trigger {
            if case .nearest(let name?) = half {
                values.set(.text(ScheduleOrder.text(ofSecond: second)), name, .time, app().language)
            }
            if let weekday { values.set(.text(CivilDate(days: day).text), weekday, .date, app().language) }
            for name in order.chosen { values.takeHeardForms(of: name, from: order.values) }
        }
        let item = ScheduledItem(
            key: order.key, kind: order.kind, name: order.name, session: session, trigger: trigger, length: length,
            values: values)
        items[try await store.insert(item)] = item
        sleeper?.cancel()
        return item
    }

    /// Stops what rings in a room. What is due there, but was not heard yet, rings next.
    /// - Returns: The stopped items.
    func stopRinging(in session: Session) async throws(StoreError) -> [ScheduledItem] {
        let ids = sounded.filter { items[$0]?.session == session }.sorted()
        let stopped = ids.compactMap { items[$0] }
        ending.formUnion(ids)
        defer { ending.subtract(ids) }
        await silence(ids, in: session)
        for id in ids { try await finish(id) }
        return stopped
    }

    /// Ends the rings of items that are ``ending``, without finishing the items.
    private func silence(_ ids: [Int64], in session: Session) async {
        let isHeard = !sounded.isDisjoint(with: ids)
        let tasks = ids.compactMap { ringing.removeValue(forKey: $0) }
        // The room is silenced first, since the next ring begins as soon as the task of this one ends.
        if isHeard { await player?.silence(session) }
        for task in tasks { task.cancel() }
    }

    /// Removes what a filter chooses in a room, also what rings.
    /// - Returns: The removed items, and those that fit but were kept because several fit.
    func cancel(
        _ filter: ScheduleQuery, in session: Session
    ) async throws(StoreError) -> (cancelled: [ScheduledItem], kept: [ScheduledItem]) {
        try await load()
        let ids = fitting(filter, in: session)
        guard ids.count <= 1 || filter.isAll else { return ([], ids.compactMap { items[$0] }) }
        let cancelled = ids.compactMap { items[$0] }
        ending.formUnion(ids)
        defer { ending.subtract(ids) }
        await silence(ids, in: session)
        try await store.remove(ids)
        for id in ids { items[id] = nil }
        return (cancelled, [])
    }

    /// Returns what a filter chooses in a room with the seconds that are left, soonest first.
    func remaining(
        _ filter: ScheduleQuery, in session: Session
    ) async throws(StoreError) -> [(item: ScheduledItem, seconds: Double)] {
        try await load()
        let now = clock.now
        return fitting(filter, in: session).compactMap { items[$0] }.map {
            ($0, max(0, $0.trigger.remaining(at: now, offset: clock.offset)))
        }
    }

    private func fitting(_ filter: ScheduleQuery, in session: Session) -> [Int64] {
        let now = clock.now
        let ids = items.filter { $0.value.session == session && filter.fits($0.value) }.sorted {
            ($0.value.trigger.remaining(at: now, offset: clock.offset), $0.key)
                < ($1.value.trigger.remaining(at: now, offset: clock.offset), $1.key)
        }.map(\.key)
        guard let place = filter.place else { return ids }
        return ids.indices.contains(place - 1) ? [ids[place - 1]] : []
    }

    /// Reads the items again if another program has changed them.
    private func load() async throws(StoreError) {
        if let version, try await store.version() == version { return }
        var known: Int
        var read: (items: [Int64: ScheduledItem], version: AppStore.Version)
        // Reads again if the items were changed here meanwhile, since the rows may be older.
        repeat {
            known = changes
            read = try await store.items()
        } while known != changes
        (items, version) = (read.items, read.version)
    }

    /// Notes that a sound of whatever program has ended in a room. A listener can hear "stop" in the pause after it, so
    /// the next repetition waits for that pause, too.
    func soundEnded(in session: Session) {
        guard ringing.keys.contains(where: { items[$0]?.session == session }) else { return }
        lastSounds[session] = clock.now.steady
    }

    /// Looks at once at what is due, and at who carries out the turns.
    func look() { sleeper?.cancel() }

    // MARK: Running

    /// Rings what is due until the task is cancelled. What rings then rings again after the next start.
    /// - Parameter player: Runs actions and plays events in a room.
    func run(_ player: any SchedulePlayer) async {
        self.player = player
        while !Task.isCancelled {
            // Without a file nothing was ever scheduled.
            if store.exists {
                do { try await load() } catch { await report(error, to: player) }
            }
            leaveRinging()
            let now = clock.now
            var wait = Self.longestWait
            var due: [Int64: Task<Void, Never>] = [:]
            for (id, item) in items where ringing[id] == nil && !ending.contains(id) && serves(item.session) {
                let remaining = item.trigger.remaining(at: now, offset: clock.offset)
                if remaining <= 0 {
                    due[id] = Task { await self.ring(id, item, late: -remaining, player) }
                } else {
                    wait = min(wait, remaining)
                }
            }
            // At once, so that alarms of many rooms at one time change the catalog once.
            if !due.isEmpty { ringing.merge(due) { former, _ in former } }
            await pause(wait)
        }
        let tasks = Array(ringing.values) + Array(acting.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Ends the ringing of what another program has stopped, or rings itself now.
    private func leaveRinging() {
        for id in ringing.keys where items[id].map({ serves($0.session) }) != true {
            ringing.removeValue(forKey: id)?.cancel()
        }
    }

    /// Waits for a time, for a new item, or for the end of the task.
    private func pause(_ seconds: Double) async {
        let sleeper = Task { [clock] in await clock.sleep(seconds) }
        self.sleeper = sleeper
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
    }

    private func ring(_ id: Int64, _ item: ScheduledItem, late: Double, _ player: any SchedulePlayer) async {
        let app = app()
        let schedule = app.schedule(item.key)
        var hasBegun = item.hasBegun
        do {
            // Stored before the actions, so that a program that is killed meanwhile does not repeat them, nor does
            // another program.
            let stored = try await store.begin(id)
            guard let stored, stored.trigger == item.trigger else {
                (items[id], ringing[id]) = (stored, nil)
                return
            }
            hasBegun = stored.hasBegun
            items[id]?.hasBegun = true
        } catch {
            await report(error, to: player)
        }
        guard !Task.isCancelled else { return }
        let words = ScheduleSentences(app)
        var values = item.values
        for (name, text) in words.values(of: item) { values[name] = .text(text) }
        var events: [AudioEvent] = []
        if late > Self.lateness.told { events.append(.speech(.init(words.late(item, by: late, schedule?.late)))) }
        var actions = schedule?.actions ?? []
        if schedule == nil, late <= Self.lateness.told {
            actions = [.speak(Speech(Template(literal: words.due(item))))]
        }
        if hasBegun { actions = actions.filter(\.isAudible) }
        let sounds =
            late > Self.lateness.silent
            ? [] : (schedule?.ring ?? Schedule.defaultRing).compactMap { try? $0.audioEvent(values: [:]) }
        let plan = ActionPlan(actions, failed: schedule?.failed ?? [], values: values, folder: app.folder)
        let run = act(plan, for: item, player)
        if sounds.isEmpty || !actions.contains(where: \.mayTakeTime) {
            await run.task.value
        } else {
            await run.wait(upTo: Self.longestSilence, on: clock)
        }
        guard !Task.isCancelled else { return }
        // Something without sounds and words would be due unnoticed.
        if sounds.isEmpty, events.isEmpty, run.events?.isEmpty != false { events = [.speech(.init(words.due(item)))] }
        let limit = Double((schedule?.ringTime ?? Schedule.defaultRingTime).components.seconds)
        let ring = Ring(id: id, session: item.session, sounds: sounds, words: events, actions: run, limit: limit)
        let isOver = await repeatUntilStopped(ring, player)
        guard isOver, !Task.isCancelled, ringing.removeValue(forKey: id) != nil else { return }
        do { try await finish(id) } catch { await player.report("\(error)") }
        sleeper?.cancel()
    }

    /// Starts the actions of what is due. "Stop" ends the rings only, so that no program is cut off half-way.
    private func act(_ plan: ActionPlan, for item: ScheduledItem, _ player: any SchedulePlayer) -> DueActions {
        runs += 1
        let (number, words) = (runs, DueActions.Words())
        let task = Task {
            words.events = await player.run(plan, in: item.session, item.kind.rawValue)
            acting[number] = nil
        }
        acting[number] = task
        return DueActions(task: task, words: words)
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
        let wasHeard = await player.play(ring.sounds + ring.words + (words ?? []), in: session)
        let isOver = words != nil && (ring.sounds.isEmpty && wasHeard || hasRungLong(ring, since: start))
        // Others of the room wait for the pause after the last ring, too.
        if !Task.isCancelled, !isOver || lastRings[session] != own { await clock.sleep(Self.ringPause) }
        return isOver
    }

    /// Returns whether an item has rung for its time.
    private func hasRungLong(_ ring: Ring, since start: ScheduleMoment) -> Bool {
        let now = clock.now
        return now.boot != start.boot || now.steady - start.steady >= ring.limit
    }

    /// Waits for the end of the pause after the newest sound of a room, which may be the ring of another app. Twice at
    /// most, since an app may play something again and again.
    private func waitForPause(in session: Session) async {
        for _ in 0..<2 {
            guard !Task.isCancelled, let last = lastSounds[session] else { return }
            let rest = last + Self.ringPause - clock.now.steady
            guard rest > 0 else { return }
            await clock.sleep(rest)
        }
    }

    /// Reports an error, unless it comes from the end of the task.
    private func report(_ error: StoreError, to player: any SchedulePlayer) async {
        if !Task.isCancelled { await player.report("\(error)") }
    }

    /// Removes an item that is over, or stores its next time.
    private func finish(_ id: Int64) async throws(StoreError) {
        guard var item = items[id] else { return }
        if let next = item.trigger.next(after: clock.now, offset: clock.offset) {
            (item.trigger, item.hasBegun) = (next, false)
            items[id] = item
            try await store.update(id, item)
            // A read in the meantime may have brought the older item back.
            if items[id] != nil { items[id] = item }
        } else {
            items[id] = nil
            try await store.remove([id])
            items[id] = nil
        }
        sleeper?.cancel()
    }
}
