import SaybusMessages

/// The state that only the bus's thread uses: the connection, barriers, and the tasks that wait for them.
struct ReceiverState {
    /// A task that waits in ``Bus/ready(within:)``.
    struct Waiter {
        let id: MessageID
        let continuation: CheckedContinuation<Void, any Error>
        let until: Int64
        /// The number of retained messages that had arrived when the wait began.
        fileprivate(set) var retainedBefore = 0

        init(id: MessageID, continuation: CheckedContinuation<Void, any Error>, until: Int64) {
            (self.id, self.continuation, self.until) = (id, continuation, until)
        }
    }

    /// A barrier that is published behind all messages when the bus is closed. When it returns, the broker has read
    /// them.
    ///
    /// libzmq alone does not promise that: it gives up after half a second, and what it has taken from its queue but
    /// not written to the connection yet is lost when the socket is closed.
    struct LastBarrier {
        /// Microseconds that the broker gets to return it.
        static let timeout: Int64 = 2_000_000

        let id: MessageID
        let until: Int64
        var hasReturned = false
    }

    var connection: ConnectionStateMachine
    var refusals = RefusedSubscriptions()
    var refusalLog = RefusalLog()
    var probes = ClockProbes()
    var standstill = StandstillDetector()
    var waiters: [Waiter] = []
    /// The number of retained messages that have arrived, most of which the broker sends for new subscriptions.
    var retainedCount = 0
    var isRejoining = false
    /// The time at which the connection was lost, in microseconds of a steady clock; nil while there is one.
    var lostAt: Int64?
    /// The stages that have published no status since the reconnection.
    var rejoinMonitor: RejoinMonitor?
    /// The requests of peers that have reconnected, or ask for the latest reports.
    var reportRequests = ReportRequests()
    /// The last barrier, after which the connection is closed; nil while the bus is in use.
    private(set) var lastBarrier: LastBarrier?
    /// The topic of the current barrier. Each barrier has its own topic, which is subscribed to last. When
    /// the barrier returns, all earlier subscriptions are in effect.
    private(set) var barrierTopic: Topic
    private var barrier = BarrierProgress()
    private var generation = 0
    private let source: Source
    private let run: UInt32
    /// The waiters that were cancelled before their request arrived, because the two commands come from
    /// different threads.
    private var cancelled: Set<MessageID> = []

    init(source: Source, run: UInt32, connection: ConnectionStateMachine = ConnectionStateMachine()) {
        (self.source, self.run, self.connection) = (source, run, connection)
        barrierTopic = Topic(Barrier.kind, BusShared.barrierSession(source: source, run: run, generation: 0))
    }

    /// Adds a task that waits for the bus to be ready, and begins a barrier.
    mutating func wait(_ waiter: Waiter) {
        refusalLog.waitBegan()
        if cancelled.remove(waiter.id) != nil {
            waiter.continuation.resume(throwing: CancellationError())
            return
        }
        if let reason = connection.refusal {
            refusalLog.waitFailed(because: reason)
            waiter.continuation.resume(throwing: BusError(.refused, reason))
            return
        }
        var waiter = waiter
        waiter.retainedBefore = retainedCount
        waiters.append(waiter)
        startBarrier()
    }

    /// Ends the wait of a cancelled task.
    mutating func cancel(_ id: MessageID) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return
        }
        waiters.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Requests a barrier; the thread then subscribes to its topic and calls ``renewBarrier()``.
    mutating func startBarrier() { barrier.request() }

    /// Whether a barrier was requested, and is not begun.
    var needsBarrier: Bool { barrier.isRequested }

    /// Begins a barrier on a new topic.
    mutating func renewBarrier() {
        generation &+= 1
        barrierTopic = Topic(Barrier.kind, BusShared.barrierSession(source: source, run: run, generation: generation))
        barrier.begin()
    }

    /// Whether a barrier has not returned yet.
    var isBarrierUnderWay: Bool { barrier.isUnderWay }

    /// Whether a barrier has returned on the current topic, so that another one on it returns, too.
    private var isTopicConfirmed: Bool { barrier.hasReturned && connection.isUp }

    /// Begins the end of the bus: all waiting tasks fail.
    /// - Returns: The id of the last barrier, to be published now; nil when the connection is not up.
    mutating func beginClosing(now: Int64) -> MessageID? {
        fail(BusError(.closed, "the bus has been closed"))
        guard isTopicConfirmed else { return nil }
        let barrier = LastBarrier(id: MessageID(), until: now + LastBarrier.timeout)
        lastBarrier = barrier
        return barrier.id
    }

    /// Returns whether the broker may still read what was published before the bus was closed.
    func awaitsLastBarrier(now: Int64) -> Bool {
        guard let lastBarrier else { return false }
        return !lastBarrier.hasReturned && isTopicConfirmed && now < lastBarrier.until
    }

    /// Records that a barrier has returned on the current topic, which may be the last one.
    mutating func recordReturn(of id: MessageID) { if id == lastBarrier?.id { lastBarrier?.hasReturned = true } }

    /// Whether to publish an attempt of the barrier now. While there is no connection, attempts would only wait in the
    /// socket's queue, until it has no room for anything else.
    func barrierIsDue(now: Int64) -> Bool { connection.isUp && (barrier.due ?? .max) <= now }

    /// Returns the number of the attempt to publish now.
    mutating func nextAttempt(now: Int64) -> Int { barrier.nextAttempt(now: now) }

    /// Resumes the waiting tasks: the barrier has returned, so all subscriptions made before it are in
    /// effect.
    /// - Returns: False when another attempt of the barrier had returned before.
    mutating func barrierReturned() -> Bool {
        guard barrier.complete() else { return false }
        let refusal = refusals.reason.map { BusError(.refused, $0) }
        if refusal == nil, !waiters.isEmpty { refusalLog.waitSucceeded() }
        for waiter in waiters {
            if let refusal { waiter.continuation.resume(throwing: refusal) } else { waiter.continuation.resume() }
        }
        waiters = []
        return true
    }

    /// Fails the waiting tasks.
    mutating func fail(_ error: BusError) {
        if !waiters.isEmpty { refusalLog.waitFailed(because: error.reason) }
        for waiter in waiters { waiter.continuation.resume(throwing: error) }
        waiters = []
    }

    /// Fails the waiting tasks whose time is over.
    mutating func expireWaiters(now: Int64) {
        for waiter in waiters where waiter.until <= now {
            let retained = retainedCount - waiter.retainedBefore
            waiter.continuation.resume(throwing: BarrierTimeout(retained: retained))
        }
        waiters.removeAll { $0.until <= now }
        if waiters.isEmpty, !isRejoining { barrier.abandon() }
    }

    /// Returns whether to log a refusal now. A task that waits for the bus to be ready throws it instead.
    mutating func shouldLog(refusal reason: String, now: Int64) -> Bool {
        guard waiters.isEmpty else { return false }
        return refusalLog.shouldLog(reason, now: now)
    }

    /// Returns the milliseconds until the next timer is due; nil when there is none.
    func timeout(outboxDue: Int64?, clockDue: Int64? = nil, now: Int64) -> Int? {
        var due = outboxDue
        if let clockDue, connection.isUp { due = min(due ?? .max, clockDue) }
        if let attempt = barrier.due, connection.isUp { due = min(due ?? .max, attempt) }
        if let requested = reportRequests.due { due = min(due ?? .max, requested) }
        if let rejoinMonitor { due = min(due ?? .max, max(rejoinMonitor.due, standstill.recovered)) }
        if let logged = refusalLog.due { due = min(due ?? .max, logged) }
        if let again = connection.reconnectDue { due = min(due ?? .max, again) }
        for waiter in waiters { due = min(due ?? .max, waiter.until) }
        if let lastBarrier { due = min(due ?? .max, awaitsLastBarrier(now: now) ? lastBarrier.until : now) }
        return due.map { Int(max(0, min($0 - now + 999, 60_000_000)) / 1000) }
    }
}
