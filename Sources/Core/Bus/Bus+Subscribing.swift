import SaybusMessages
import Synchronization

extension Bus {
    /// Subscribes to the messages of one kind.
    /// - Parameters:
    ///   - kind: The type of the messages.
    ///   - session: The session whose messages are wanted; nil means all sessions.
    ///   - buffer: The most messages that wait for a slow reader; of large ones, fewer wait: 64 MiB.
    public func subscribe<Body: BusMessage>(
        _ kind: Body.Type = Body.self, in session: Session? = nil, buffer: Int = defaultBuffer
    ) -> Subscription<Body> {
        subscribe(Body.self, in: SessionScope(session: session), buffer: buffer)
    }

    /// Subscribes to the messages of one kind in certain sessions.
    public func subscribe<Body: BusMessage>(
        _: Body.Type = Body.self, in scope: SessionScope, buffer: Int = defaultBuffer
    ) -> Subscription<Body> {
        let stream = add([SubscriptionFilter(Body.self, in: scope)], buffer: buffer)
        return Subscription(stream: stream, shared: shared)
    }

    /// Subscribes to the messages of several kinds, in the order in which they arrive.
    public func subscribe(
        to types: [any BusMessage.Type], in session: Session? = nil, buffer: Int = defaultBuffer
    ) -> RawSubscription {
        subscribe(to: types.map { SubscriptionFilter($0, in: SessionScope(session: session)) }, buffer: buffer)
    }

    /// Subscribes to the messages that match any of several filters, in the order in which they arrive.
    /// - Parameters:
    ///   - filters: The filters.
    ///   - buffer: The most messages that wait for a slow reader.
    ///   - withRepeated: Whether messages whose id was handled before are included, as ``Received/repeated(_:)``.
    public func subscribe(
        to filters: [SubscriptionFilter], buffer: Int = defaultBuffer, withRepeated: Bool = false
    ) -> RawSubscription {
        add(filters, repeated: withRepeated, buffer: buffer)
    }

    /// Subscribes to everything on the bus, for tools that watch it. Messages of unknown kinds, stale
    /// messages and malformed frames are included.
    /// - Parameters:
    ///   - buffer: The most messages that wait for a slow reader.
    ///   - withRepeated: Whether messages whose id was handled before are included, as `Received.repeated`.
    public func subscribeToAll(buffer: Int = 65_536, withRepeated: Bool = false) -> RawSubscription {
        add(nil, repeated: withRepeated, buffer: buffer)
    }

    /// Passes everything that is received to a closure, for recorders. This includes messages that are not
    /// delivered to subscriptions, with the reason.
    /// - Parameter observer: A closure called on the bus's own thread, so it must return at once. It returns
    ///   false when it cannot take the observation, which is counted as `dropped`.
    public func observe(_ observer: @escaping @Sendable (Observation) -> Bool) {
        _ = add(Observer(show: { observation, _ in observer(observation) }, finish: {}))
    }

    /// Returns the frames of everything that is received, unchanged.
    ///
    /// The buffer is bounded, in messages and to 64 MiB: when it is full, the newest message is dropped and counted as
    /// `dropped`.
    public func subscribeToFrames(buffer: Int = defaultBuffer) -> FrameSubscription {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [[UInt8]].self, bufferingPolicy: .bufferingOldest(max(1, buffer)))
        let backlog = Backlog()
        let subscription = FrameSubscription(stream: stream, backlog: backlog)
        let entry = Observer(
            show: { _, frames in backlog.put(frames, of: FrameSubscription.size(of: frames), into: continuation) },
            finish: { continuation.finish() })
        guard let id = add(entry) else {
            continuation.finish()
            return subscription
        }
        continuation.onTermination = { [weak shared, weak receiver] _ in
            if shared?.state.withLock({ $0.observers.remove(id) }) != nil { receiver?.post(.unsubscribe([[]])) }
        }
        return subscription
    }

    private func add(_ observer: Observer) -> Int? {
        guard let id = shared.state.withLock({ $0.observers.add(observer) }) else { return nil }
        receiver.post(.subscribe([[]]))
        return id
    }

    /// Adds a subscription to what matches any of several filters; nil matches everything.
    private func add(_ filters: [SubscriptionFilter]?, repeated: Bool = false, buffer: Int) -> RawSubscription {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Received.self, bufferingPolicy: .bufferingOldest(max(1, buffer)))
        let backlog = Backlog()
        let entry = SubscriptionTable.Entry(
            filters: filters, takesRepeated: repeated, backlog: backlog,
            yield: { backlog.put($0, of: $0.size, into: continuation) }, finish: { continuation.finish() })
        guard let id = shared.state.withLock({ $0.subscriptions.add(entry) }) else {
            continuation.finish()
            return RawSubscription(stream: stream, backlog: backlog, finish: {})
        }
        continuation.onTermination = { [weak shared, weak receiver] _ in
            if let entry = shared?.state.withLock({ $0.subscriptions.remove(id) }) {
                receiver?.post(.unsubscribe(entry.prefixes))
            }
        }
        receiver.post(.subscribe(entry.prefixes))
        return RawSubscription(stream: stream, backlog: backlog, finish: { continuation.finish() })
    }
}
