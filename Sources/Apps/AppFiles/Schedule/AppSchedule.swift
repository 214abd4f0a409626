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
    /// The longest wait, so that a clock that is set, or a machine that wakes, is noticed.
    static let maximumWait = Duration.seconds(10)
    /// The time without sound between two repetitions, in which a listener that hears nothing while the assistant
    /// speaks can hear "stop".
    static let ringPause = Duration.seconds(4)
    /// The longest wait for the words of an entry's actions before it rings without them.
    static let maximumSilence = Duration.seconds(1)
    /// The lateness after which the announcement says so, and that after which nothing rings, in seconds as those of
    /// the clocks.
    static let lateness = (told: 60.0, silent: 3600.0)

    let store: AppStore
    let clock: any ScheduleClock
    let app: @Sendable () -> App
    /// Whether the program carries out the turns of a session now.
    let serves: @Sendable (Session) -> Bool

    /// The player of due items; nil until the schedule runs.
    var player: (any SchedulePlayer)?
    var items: [Int64: ScheduledItem] = [:] {
        didSet { changes += 1 }
    }
    /// A sentence about the items of the file that cannot be read; nil when there are none.
    private(set) var unreadable: String?
    /// The version of the file from which ``items`` were read; nil before.
    private var version: AppStore.Version?
    /// The number of changes of ``items``.
    private var changes = 0
    /// The ends of items that are not stored yet, by the numbers of the items.
    private var unstored: [Int64: UnstoredEnd] = [:]
    /// The next times of items whose own times a clock that was ahead has put off, by the numbers of the items. They
    /// are stored when they come: until then the clock may turn out to be wrong now, as on a machine that has just
    /// started.
    var corrections: [Int64: ScheduleTrigger] = [:]
    var ringing: [Int64: Task<Void, Never>] = [:] {
        didSet {
            sounded.formIntersection(ringing.keys)
            heard.formIntersection(ringing.keys)
            let sessions = Set(ringing.keys.compactMap { items[$0]?.session })
            lastSounds = lastSounds.filter { sessions.contains($0.key) }
            ringingChanged(sessions)
        }
    }
    /// The items of ``ringing`` whose first ring has begun. The others still wait for the rings before them.
    var sounded: Set<Int64> = []
    /// The items of ``ringing`` of which something was heard.
    var heard: Set<Int64> = []
    /// The running actions of due items, by numbers in the order of their start.
    var acting: [Int: Task<Void, Never>] = [:]
    /// The number of actions that were started.
    var runs = 0
    /// The items that are just being stopped, and must not ring again meanwhile.
    var ending: Set<Int64> = []
    private let ringingChanged: @Sendable (Set<Session>) -> Void
    var sleeper: Task<Void, Never>?
    /// The newest ring of each room, until the end of its pause.
    var lastRings: [Session: Task<Void, Never>] = [:]
    /// The steady time at which the newest sound of whatever program ended in each room in which something rings.
    var lastSounds: [Session: Double] = [:]

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
            values: values, work: order.work)
        items[try await store.insert(item)] = item
        sleeper?.cancel()
        return item
    }

    /// Stops the items that ring in a room. Items that are due there and were not heard yet ring next.
    /// - Returns: The stopped items.
    func stopRinging(in session: Session) async throws(StoreError) -> [ScheduledItem] {
        let ids = sounded.filter { items[$0]?.session == session }.sorted()
        let stopped = ids.compactMap { items[$0] }
        ending.formUnion(ids)
        defer { ending.subtract(ids) }
        await silence(ids, in: session)
        var failure: StoreError?
        for id in ids { do { try await finish(id) } catch { failure = error } }
        if let failure { throw failure }
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

    /// Removes the items of a room that a filter chooses, ringing ones among them.
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

    /// Returns the items of a room that a filter chooses, each with the seconds until it is due, soonest first.
    func remaining(
        _ filter: ScheduleQuery, in session: Session
    ) async throws(StoreError) -> [(item: ScheduledItem, seconds: Double)] {
        try await load()
        let now = clock.now
        return fitting(filter, in: session).compactMap { items[$0] }.map {
            ($0, max(0, remaining($0, at: now)))
        }
    }

    private func fitting(_ filter: ScheduleQuery, in session: Session) -> [Int64] {
        let now = clock.now
        let ids = items.filter { $0.value.session == session && filter.fits($0.value) }.sorted {
            (remaining($0.value, at: now), $0.key) < (remaining($1.value, at: now), $1.key)
        }.map(\.key)
        guard let place = filter.place else { return ids }
        return ids.indices.contains(place - 1) ? [ids[place - 1]] : []
    }

    private func remaining(_ item: ScheduledItem, at now: ScheduleMoment) -> Double {
        item.trigger.corrected(at: now, offset: clock.offset).remaining(at: now, offset: clock.offset)
    }

    /// Reads the items again if another program has changed them.
    func load() async throws(StoreError) {
        if let version, try await store.version() == version { return }
        var known: Int
        var read: AppStore.Content
        // Reads again if the items were changed here meanwhile, since the rows may be older.
        repeat {
            known = changes
            read = try await store.items()
        } while known != changes
        for (id, end) in unstored where read.items[id]?.trigger == end.trigger { read.items[id] = end.next }
        (items, unreadable, version) = (read.items, read.unreadable, read.version)
    }

    /// Reports an error, unless it comes from the end of the task.
    func report(_ error: StoreError, to player: any SchedulePlayer) async {
        if !Task.isCancelled { await player.report("\(error)") }
    }

    /// Removes an item that is over, or stores its next time. What cannot be stored is stored at a later wake, and
    /// holds meanwhile.
    func finish(_ id: Int64) async throws(StoreError) {
        guard let item = items[id] else { return }
        var next: ScheduledItem?
        if let trigger = item.trigger.next(after: clock.now, offset: clock.offset) {
            var later = item
            (later.trigger, later.hasBegun, later.words) = (trigger, false, nil)
            next = later
        }
        replace(id, item, by: next)
        sleeper?.cancel()
        try await storeEnds()
    }

    /// Replaces an item by the same one at another time, or removes it, until ``storeEnds()`` stores that.
    func replace(_ id: Int64, _ item: ScheduledItem, by next: ScheduledItem?) {
        items[id] = next
        unstored[id] = UnstoredEnd(trigger: unstored[id]?.trigger ?? item.trigger, next: next)
    }

    /// Stores the ends of items that are not stored yet.
    func storeEnds() async throws(StoreError) {
        for (id, end) in unstored {
            try await store.finish(id, end.trigger, next: end.next)
            if unstored[id] == end {
                unstored[id] = nil
            } else if let next = end.next {
                // It was over once more meanwhile.
                unstored[id]?.trigger = next.trigger
            }
            // A read that began before has the older row: it reads again.
            changes += 1
        }
    }
}
