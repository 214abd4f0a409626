import SaybusMessages

/// What the bus's thread remembers between two waits.
struct ReceiverState {
    struct Waiter {
        let id: MessageID
        let continuation: CheckedContinuation<Void, any Error>
        let until: Int64
    }

    var link: ConnectionStateMachine
    var refusals = RefusedSubscriptions()
    var waiters: [Waiter] = []
    var isRejoining = false
    /// Who has not been heard of since the bus came back.
    var rollCall: RejoinMonitor?
    /// Whether those who come back to the bus are heard, and our latest reports said again to them.
    var hearsRejoins = false
    /// Whether somebody has come back.
    var reportsAreDue = false
    /// Another one for each barrier, subscribed to after all else: an older one's echo proves nothing of later subscriptions.
    private(set) var barrierTopic: Topic
    private(set) var needsBarrier = false
    /// How long who connects may take to ask whether the bus is ready, in microseconds.
    private static let patience: Int64 = 1_000_000
    /// The refusals that nobody has been told of, since nobody has asked yet whether the bus is ready, and when they go to the log.
    private var untold: [String: Int64] = [:]
    /// What is in the log, once each until the broker lets us in.
    private var logged: Set<String> = []
    private var wasAsked = false
    /// What who waited was told last.
    private(set) var told: String?
    private var wasReady = false
    private var generation = 0
    private let source: Source
    private let run: UInt32
    /// Cancelled before they came: whoever cancels does not wait for who asks.
    private var cancelled: Set<MessageID> = []
    private var attempt: Int?
    private var nextBarrier: Int64 = 0

    init(source: Source, run: UInt32, link: ConnectionStateMachine = ConnectionStateMachine()) {
        (self.source, self.run, self.link) = (source, run, link)
        barrierTopic = Topic(Barrier.kind, BusShared.barrierSession(source: source, run: run, generation: 0))
    }

    mutating func wait(_ waiter: Waiter) {
        // Who asks is told.
        wasAsked = true
        untold = [:]
        if cancelled.remove(waiter.id) != nil {
            waiter.continuation.resume(throwing: CancellationError())
            return
        }
        if let reason = link.refusal {
            told = reason
            waiter.continuation.resume(throwing: BusError(.refused, reason))
            return
        }
        waiters.append(waiter)
        startBarrier()
    }

    mutating func cancel(_ id: MessageID) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return
        }
        waiters.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Asks for a barrier; the thread makes its subscription and calls ``renewBarrier()``.
    mutating func startBarrier() { needsBarrier = true }

    /// Begins a barrier on a topic of its own.
    mutating func renewBarrier() {
        needsBarrier = false
        generation &+= 1
        barrierTopic = Topic(Barrier.kind, BusShared.barrierSession(source: source, run: run, generation: generation))
        attempt = 0
        nextBarrier = 0
    }

    /// Whether a barrier has not come back yet.
    var isProving: Bool { attempt != nil }

    func barrierIsDue(now: Int64) -> Bool { attempt != nil && nextBarrier <= now }

    mutating func nextAttempt(now: Int64) -> Int {
        let current = attempt ?? 0
        attempt = current + 1
        nextBarrier = now + Receiver.barrierPause
        return current
    }

    /// The barrier has come back: all that was subscribed before it stands.
    /// - Returns: False when it is an echo of an earlier try.
    mutating func barrierReturned() -> Bool {
        guard attempt != nil else { return false }
        attempt = nil
        let refusal = refusals.sentence.map { BusError(.refused, $0) }
        if refusal == nil, !waiters.isEmpty { wasReady = true }
        for waiter in waiters {
            if let refusal { waiter.continuation.resume(throwing: refusal) } else { waiter.continuation.resume() }
        }
        waiters = []
        return true
    }

    mutating func fail(_ error: BusError) {
        if !waiters.isEmpty { told = error.reason }
        for waiter in waiters { waiter.continuation.resume(throwing: error) }
        waiters = []
    }

    mutating func expireWaiters(now: Int64) {
        for waiter in waiters where waiter.until <= now {
            waiter.continuation.resume(throwing: BusError(.noBroker, "the bus did not answer in time"))
        }
        waiters.removeAll { $0.until <= now }
        if waiters.isEmpty, !isRejoining { attempt = nil }
    }

    /// Takes note of a refusal.
    /// - Returns: Whether it is for the log now. It is for who waits for the bus to be ready, as long as somebody does; until somebody has
    ///   asked, it waits a little: see ``takeUntold(now:)``.
    mutating func refused(_ reason: String, now: Int64) -> Bool {
        guard waiters.isEmpty, !logged.contains(reason) else { return false }
        guard wasAsked else {
            untold[reason] = untold[reason] ?? now + Self.patience
            return false
        }
        guard wasReady else { return false }
        logged.insert(reason)
        return true
    }

    /// The refusals that nobody has asked for in time: they are for the log.
    mutating func takeUntold(now: Int64) -> [String] {
        guard !untold.isEmpty else { return [] }
        let due = untold.filter { $0.value <= now }.keys.sorted()
        for reason in due { untold[reason] = nil }
        logged.formUnion(due)
        return due
    }

    /// The broker lets us in: what it refuses from now on is news.
    mutating func letIn() { (untold, logged) = ([:], []) }

    /// How long to wait for something to happen, in milliseconds; nil: for ever.
    func pause(outboxDue: Int64?, now: Int64) -> Int? {
        var due = outboxDue
        if attempt != nil { due = min(due ?? .max, nextBarrier) }
        if let rollCall { due = min(due ?? .max, rollCall.due) }
        if let first = untold.values.min() { due = min(due ?? .max, first) }
        if let again = link.reconnectDue { due = min(due ?? .max, again) }
        for waiter in waiters { due = min(due ?? .max, waiter.until) }
        return due.map { Int(max(0, min($0 - now + 999, 60_000_000)) / 1000) }
    }
}
