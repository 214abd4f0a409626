import SaybusMessages
import Synchronization

/// Messages that the caller publishes.
extension Bus {
    /// Publishes a message.
    /// - Parameters:
    ///   - body: The body, whose type is the kind.
    ///   - id: The message's id, for callers that must know it before the message is sent; nil makes one.
    ///   - answering: The header of the message that this one answers. It provides the session, the turn and a
    ///     cause unless they are given.
    ///   - session: The session; `default` when neither this nor `answering` is given.
    ///   - turn: The turn.
    ///   - causes: The ids of further messages that this one answers.
    ///   - deadline: The time after which the message is stale, by the broker's clock: see ``now``. For a tracked
    ///     message nil means the deadline of `answering`, or else ten seconds from now. For a momentary one, such as a
    ///     pause, it means ten seconds from now.
    ///   - isTracked: Whether to send the message again until it is answered, for kinds that leave this
    ///     choice to the publisher.
    ///   - replays: The recorded turn that this message replays.
    /// - Returns: The header with which the message was sent.
    /// - Throws: ``BusError`` with code `unsendable` when the message cannot be encoded or is too large,
    ///   `closed` after ``close()``, and `transport` when libzmq fails.
    @discardableResult
    public func publish<Body: BusMessage>(
        _ body: Body, id: MessageID? = nil, answering: Header? = nil, session: Session? = nil,
        turn: TurnID? = nil,
        causes: [MessageID] = [], deadline: Int64? = nil, replays: TurnID? = nil, isTracked: Bool = false
    ) throws(BusError) -> Header {
        let (wall, steady) = (WallClock.microseconds(), SteadyClock.microseconds())
        // A shadow publishes its status and its barriers under the ordinary kinds.
        let isShadow = isShadow && Body.kind != StageStatus.kind && Body.kind != Barrier.kind
        let delivery = isShadow ? nil : isTracked ? Body.delivery : Body.tracking
        let own = Body.isOncePerTurn && !isShadow ? (turn ?? answering?.turn).map { MessageID($0) } : nil
        let now = shared.now(steady: steady)
        var expiry = deadline
        // While the broker is away, a copy waits in the socket's queue. Without a deadline in its header, it would be
        // carried out after the message was given up.
        if expiry == nil, delivery != nil || (body.isMomentary && !isShadow) {
            expiry = (delivery == nil ? nil : answering?.deadline) ?? now + Outbox.defaultLife
        }
        var header = Header(
            id: id ?? own ?? MessageID(), kind: isShadow ? Body.kind.shadow : Body.kind,
            session: session ?? answering?.session ?? .default,
            turn: turn ?? answering?.turn,
            source: shared.source, run: shared.run, sequence: 0, at: now,
            causes: (answering.map { [$0.id] } ?? []) + causes, deadline: expiry, retain: Body.isRetained,
            replays: replays)
        let bytes: [UInt8]
        do {
            bytes = try body.wire(header: &header)
        } catch {
            throw BusError(.unsendable, "\(Body.kind) cannot be written: \(error)")
        }
        let message =
            if let delivery, let end = header.deadline {
                try sendTracked(header, bytes, delivery, until: end, wall: wall, steady: steady)
            } else {
                try send(header, bytes)
            }
        if let catalog = body as? Catalog { shared.state.withLock { _ = $0.apps.insert(catalog.app) } }
        shared.recordAnswer(body, message.header)
        shared.observer?.published(body, message.header, answering)
        return message.header
    }

    /// Sends a message that is sent again until it is answered.
    /// - Parameters:
    ///   - end: The message's deadline.
    ///   - wall: The current time by this machine's wall clock.
    ///   - steady: The current time by the steady clock.
    private func sendTracked(
        _ header: Header, _ bytes: [UInt8], _ tracking: Tracking, until end: Int64, wall: Int64, steady: Int64
    ) throws(BusError) -> RawMessage {
        // Recorded before it is sent: its answer may arrive before `send` returns.
        let (isEarlier, actions) = shared.state.withLock { state in
            let left = state.remaining(to: end, wall: wall, steady: steady)
            let life = min(max(0, left), Outbox.maximumLife)
            let before = state.outbox.nextDue ?? .max
            let actions = state.outbox.sent(
                RawMessage(header: header, body: bytes), to: tracking.role, life: life, now: steady,
                whenReceiverIsLost: tracking.whenReceiverIsLost)
            return ((state.outbox.nextDue ?? .max) < before, actions)
        }
        for action in actions { shared.giveUp(action) }
        let message: RawMessage
        do {
            message = try send(header, bytes)
        } catch {
            shared.withdraw(header.id)
            throw error
        }
        shared.state.withLock { $0.outbox.numbered(message) }
        if isEarlier { receiver.post(.reconsider) }
        return message
    }

    /// Publishes JSON under a kind that Saybus does not define. The message is neither tracked nor retained: the header
    /// has no `retain`.
    /// - Throws: ``BusError`` with code `unsendable` when it is too large.
    @discardableResult
    public func publish(
        _ body: JSONValue, of kind: Kind, answering: Header? = nil, session: Session? = nil, turn: TurnID? = nil
    ) throws(BusError) -> Header {
        let header = Header(
            kind: isShadow ? kind.shadow : kind, session: session ?? answering?.session ?? .default,
            turn: turn ?? answering?.turn, source: shared.source, run: shared.run, sequence: 0, at: shared.now(),
            causes: answering.map { [$0.id] } ?? [])
        return try send(header, Array(body.text().utf8)).header
    }

    /// Publishes frames unchanged and unchecked, for tests with malformed frames and for replaying recorded
    /// messages.
    public func publish(frames: [[UInt8]]) throws(BusError) {
        try shared.publishing.withLock { publishing throws(BusError) in try publishing.put(frames: frames) }
    }

    /// Publishes messages again with their original ids and sequence numbers. Receivers that have handled
    /// them ignore them. Stamps are left out, because the broker adds new ones.
    public func publishAgain(_ messages: [RawMessage]) throws(BusError) {
        try shared.publishing.withLock { publishing throws(BusError) in
            for var message in messages {
                message.stamp = nil
                try publishing.put(message)
            }
        }
    }

    /// Asks all other programs to publish their reports of the last five seconds again, as they do for a program that
    /// reconnects.
    ///
    /// This is for a program that goes on where another one was killed, and may have missed what was said in between.
    /// - Parameter turns: Turns whose ends are asked for even if they ended earlier: each program has the last 512 ends
    ///   that it published. At most `Barrier.maximumTurns`, the last ones, are asked for.
    public func requestReports(of turns: [TurnID] = []) { shared.announceRejoin(asking: turns) }

    private func send(_ header: Header, _ body: [UInt8]) throws(BusError) -> RawMessage {
        try shared.publishing.withLock { publishing throws(BusError) in try publishing.publish(header, body: body) }
    }
}
