import SaybusMessages
import Synchronization

extension Bus {
    /// The messages of one kind, of one session or of all.
    public func subscribe<Body: BusMessage>(
        _: Body.Type = Body.self, in session: Session? = nil, buffer: Int = defaultBuffer
    ) -> Subscription<Body> {
        subscribe(Body.self, in: SessionScope(session: session), buffer: buffer)
    }

    /// The messages of one kind, of certain sessions.
    public func subscribe<Body: BusMessage>(
        _: Body.Type = Body.self, in coverage: SessionScope, buffer: Int = defaultBuffer
    ) -> Subscription<Body> {
        let stream = add([SubscriptionFilter(Body.self, in: coverage)], malformed: false, buffer: buffer)
        return Subscription(stream: stream, shared: shared)
    }

    /// The messages of several kinds in the order in which they come.
    public func subscribe(
        to types: [any BusMessage.Type], in session: Session? = nil, buffer: Int = defaultBuffer
    ) -> RawSubscription {
        subscribe(to: types.map { SubscriptionFilter($0, in: SessionScope(session: session)) }, buffer: buffer)
    }

    /// The messages of several kinds, each of sessions of its own, in the order in which they come.
    public func subscribe(to interests: [SubscriptionFilter], buffer: Int = defaultBuffer) -> RawSubscription {
        add(interests, malformed: false, buffer: buffer)
    }

    /// Everything that passes, known or not, stale or not, and what is no message: for taps.
    public func subscribeToAll(buffer: Int = 65_536) -> RawSubscription {
        add(nil, malformed: true, buffer: buffer)
    }

    /// Shows everything that comes off the wire to a closure, on the bus's own thread: also what subscriptions are not handed, and why.
    /// For recorders.
    /// - Parameter observer: Returns at once; false when it cannot take it, which is counted as dropped.
    public func observe(_ observer: @escaping @Sendable (Observation) -> Bool) {
        _ = add(Observers.Entry(show: { observation, _ in observer(observation) }, finish: {}))
    }

    /// The frames of all that ``observe(_:)`` is shown, as they came: for those who want to see what is on the wire.
    ///
    /// The buffer is bounded: when it is full, the newest message is dropped and counted as `dropped`.
    public func subscribeToFrames(buffer: Int = defaultBuffer) -> AsyncStream<[[UInt8]]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [[UInt8]].self, bufferingPolicy: .bufferingOldest(max(1, buffer)))
        let entry = Observers.Entry(
            show: { _, frames in
                if case .dropped = continuation.yield(frames) { false } else { true }
            }, finish: { continuation.finish() })
        guard let id = add(entry) else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak shared, weak receiver] _ in
            if shared?.observers.withLock({ $0.remove(id) }) == true { receiver?.post(.unsubscribe([[]])) }
        }
        return stream
    }

    private func add(_ observer: Observers.Entry) -> Int? {
        guard let id = shared.observers.withLock({ $0.add(observer) }) else { return nil }
        shared.hasObservers.store(true, ordering: .releasing)
        receiver.post(.subscribe([[]]))
        return id
    }

    private func add(_ interests: [SubscriptionFilter]?, malformed: Bool, buffer: Int) -> RawSubscription {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Received.self, bufferingPolicy: .bufferingOldest(max(1, buffer)))
        let backlog = Backlog()
        let entry = SubscriptionTable.Entry(
            interests: interests, takesMalformed: malformed, backlog: backlog,
            yield: { received in
                backlog.put()
                switch continuation.yield(received) {
                case .enqueued: return true
                case .dropped:
                    backlog.take()
                    return false
                // Nobody reads any more, so nothing is lost.
                default:
                    backlog.take()
                    return true
                }
            }, finish: { continuation.finish() })
        guard let id = shared.table.withLock({ $0.add(entry) }) else {
            continuation.finish()
            return RawSubscription(stream: stream, backlog: backlog)
        }
        continuation.onTermination = { [weak shared, weak receiver] _ in
            if let entry = shared?.table.withLock({ $0.remove(id) }) { receiver?.post(.unsubscribe(entry.prefixes)) }
        }
        receiver.post(.subscribe(entry.prefixes))
        return RawSubscription(stream: stream, backlog: backlog)
    }
}
