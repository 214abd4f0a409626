import SaybusMessages
import SaybusSupport

/// The state that the bus's thread and the bus's users share. Pure: the times of both clocks are passed in.
///
/// One lock, ``BusShared/state``, protects it, so each method is atomic for all threads.
struct BusState: Sendable {
    var subscriptions = SubscriptionTable()
    var observers = Registry<Observer>()
    var tracker = ReceiveTracker()
    var outbox = Outbox()
    var presence = Presence()
    var clock = BusClock()
    var unreadable = UnreadableMessages()
    /// The names of the apps whose catalogs this process has published.
    var apps: Set<String> = []
    /// The malformed messages of each source, by their errors, so that the fault of one program does not hide those of
    /// others from the log.
    private var malformed = GenerationalCache<MalformedKey, Int>(capacity: 256)
    /// The last refusal by the broker's policy or by a receiver of tracked messages, in a sentence; nil when there
    /// is none.
    var refusal: String?
    /// Whether the broker has been there since this process connected, as far as is known.
    var isConnected = true
    /// Whether retransmissions are answered with a receipt: see ``Bus/sendsReceipts``.
    var sendsReceipts = true
    /// Whether only accepted messages get one: see ``Bus/receiptsNeedAcceptance``.
    var receiptsNeedAcceptance = false
    /// The number of tracked messages that were given up.
    private var givenUp = 0
    /// The tasks that wait until no tracked message waits for an answer: see ``Bus/settled()``.
    private var settledWaiters: [AsyncStream<Void>.Continuation] = []
    private var isClosed = false

    private struct MalformedKey: Hashable {
        let source: Source?
        let code: MessageError.Code
    }

    /// The consequences of a message's arrival.
    struct Arrival {
        let verdict: ReceiveTracker.Verdict
        /// The number of stale messages so far, this one included.
        let staleCount: Int
        /// Whether a retransmission is answered with a receipt.
        let sendsReceipts: Bool
        let observers: [Observer]
        /// The subscriptions that the message is delivered to.
        let subscribers: [SubscriptionTable.Entry]
        /// The tasks to resume, because no tracked message waits for an answer any more.
        let settled: [AsyncStream<Void>.Continuation]
    }

    /// Records a received message in the outbox (as an answer), in the sequence numbers, and among the
    /// handled messages.
    /// - Parameters:
    ///   - wall: Unix time in microseconds.
    ///   - steady: Microseconds of a steady clock.
    mutating func receive(_ message: RawMessage, wall: Int64, steady: Int64) -> Arrival {
        let header = message.header
        if !header.retain, let stamp = message.stamp { clock.received(stamp: stamp.at, steady: steady) }
        let deadline = header.deadline.map {
            $0.subtractingReportingOverflow(presence.clockError(of: header.source)).partialValue
        }
        let isStale = deadline.map { remaining(to: $0, wall: wall, steady: steady) < 0 } ?? false
        var settled: [AsyncStream<Void>.Continuation] = []
        // A refusal names the refused message among its causes, but does not answer it.
        let answers = !header.causes.isEmpty || header.kind == TurnEnded.kind
        if answers, !(isStale && Self.isUseless(message, after: deadline)), !header.kind.isShadow,
            header.kind != Refusal.kind
        {
            outbox.answered(by: header, now: steady)
            settled = takeSettled()
        }
        let verdict = tracker.receive(message, isStale: isStale, now: clock.now(wall: wall, steady: steady))
        let subscribers: [SubscriptionTable.Entry] =
            switch verdict {
            case .deliver: subscriptions.subscribers(of: header.topic)
            // A stale message is only for subscriptions to everything.
            case .stale: subscriptions.subscribers(of: header.topic).filter(\.isForEverything)
            case .repeated: subscriptions.subscribers(of: header.topic).filter(\.takesRepeated)
            }
        let sendsReceipts = sendsReceipts && (!receiptsNeedAcceptance || tracker.isAccepted(header.id))
        return Arrival(
            verdict: verdict, staleCount: tracker.counters.stale, sendsReceipts: sendsReceipts,
            observers: Array(observers.entries.values), subscribers: subscribers, settled: settled)
    }

    /// Counts malformed frames, or a body that does not match its kind.
    /// - Returns: The number of such messages of the same source with the same error.
    mutating func countMalformed(_ error: MessageError) -> Int {
        tracker.receive(unreadable: error)
        let key = MalformedKey(source: error.source, code: error.code)
        let count = (malformed[key] ?? 0) + 1
        malformed[key] = count
        return count
    }

    /// Returns whether an answer that would have to be answered itself, as an intent, was stale already when the broker
    /// forwarded it, so that no receiver acts on it. One that is read late, after a standstill of this process, is not.
    private static func isUseless(_ message: RawMessage, after deadline: Int64?) -> Bool {
        guard let deadline, MessageCatalog.type(of: message.header.kind)?.tracking != nil else { return false }
        return (message.stamp?.at ?? .max) > deadline
    }

    /// Returns the microseconds until a deadline by the broker's clock; negative when it has passed.
    mutating func remaining(to deadline: Int64, wall: Int64, steady: Int64) -> Int64 {
        clock.remaining(to: deadline, wall: wall, steady: steady)
    }

    /// Counts a tracked message that was given up.
    /// - Returns: The number given up so far.
    mutating func countGivenUp() -> Int {
        givenUp &+= 1
        return givenUp
    }

    /// Adds a task that waits until no tracked message waits for an answer.
    /// - Returns: False when there is nothing to wait for, or the bus is closed.
    mutating func addSettledWaiter(_ waiter: AsyncStream<Void>.Continuation) -> Bool {
        guard outbox.count > 0, !isClosed else { return false }
        settledWaiters.append(waiter)
        return true
    }

    /// Removes and returns the tasks that wait in ``Bus/settled()`` if no tracked message waits for an
    /// answer; otherwise returns none.
    mutating func takeSettled() -> [AsyncStream<Void>.Continuation] {
        guard outbox.count == 0, !settledWaiters.isEmpty else { return [] }
        return takeSettledWaiters()
    }

    /// Closes the state: no subscription, observer or waiting task is accepted any more.
    /// - Returns: The waiting tasks, subscriptions and observers so far.
    mutating func close() -> (
        waiters: [AsyncStream<Void>.Continuation], subscriptions: [SubscriptionTable.Entry],
        observers: [Observer]
    ) {
        isClosed = true
        return (takeSettledWaiters(), subscriptions.close(), observers.close())
    }

    private mutating func takeSettledWaiters() -> [AsyncStream<Void>.Continuation] {
        defer { settledWaiters = [] }
        return settledWaiters
    }
}
