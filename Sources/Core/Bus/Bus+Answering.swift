import SaybusMessages
import Synchronization

/// Answers of a receiver to the messages that were delivered to it.
extension Bus {
    /// Decodes the body of a message from a ``RawSubscription``. Returns nil, and counts the message as
    /// `malformed`, when the body does not match its kind. If this process has to answer the message, the
    /// message is refused.
    public func read<Body: BusMessage>(_ message: RawMessage, as _: Body.Type = Body.self) -> Message<Body>? {
        do {
            return try message.decode(Body.self)
        } catch {
            shared.handleUnreadable(message, error)
            return nil
        }
    }

    /// Declines a message that was delivered: it gets no receipt, and its retransmission counts as new.
    public func decline(_ header: Header) {
        shared.inProgress.withLock { $0.settle(header.id) }
        shared.state.withLock { $0.tracker.forget(header.id) }
    }

    /// Refuses a tracked message that was delivered: its publisher gets a receipt with a problem, logs it and shows
    /// it in its status; what waits for the message ends as failed.
    /// - Parameters:
    ///   - header: The header of the message.
    ///   - reason: A sentence that says why the message is not processed.
    public func refuse(_ header: Header, because reason: String) { shared.refuse(header, because: reason) }

    /// Records that this process begins to handle a message; ``endHandling(_:)`` must follow.
    package func beginHandling(_ header: Header) { shared.inProgress.withLock { $0.begin(header) } }

    /// Records that this process has handled a message, or failed to.
    /// - Returns: Whether the message was answered, declined or refused meanwhile.
    package func endHandling(_ header: Header) -> Bool { shared.inProgress.withLock { $0.end(header.id) } }

    /// Fails what waits for a message at which this process has failed, if this process has to answer it. The publisher
    /// is not to blame, and does not send the message again.
    package func fail(_ header: Header, because reason: String) { shared.fail(header, because: reason) }

    /// Returns the time until a message's deadline, by the clock that decides whether messages are stale; negative
    /// when it has passed, nil when the message has no deadline.
    public func time(untilDeadlineOf header: Header) -> Duration? {
        let (wall, steady) = (WallClock.microseconds(), SteadyClock.microseconds())
        return header.deadline.map { deadline in
            .microseconds(shared.state.withLock { $0.remaining(to: deadline, wall: wall, steady: steady) })
        }
    }

    /// Accepts a message that was delivered: while ``receiptsNeedAcceptance`` is true, it gets receipts from now on.
    public func accept(_ header: Header) { shared.state.withLock { $0.tracker.accept(header.id) } }

    /// Whether only messages that ``accept(_:)`` has named get a receipt; false at first.
    ///
    /// This is for a stage that may decline a message after it was delivered. With a receipt for a message that still
    /// waits to be read, its publisher would rely on this stage, and not send it again.
    public var receiptsNeedAcceptance: Bool {
        get { shared.state.withLock { $0.receiptsNeedAcceptance } }
        set { shared.state.withLock { $0.receiptsNeedAcceptance = newValue } }
    }

    /// Declines all messages received so far, so that their retransmissions count as new. It is for a stage
    /// that takes over from another instance, or hands over to one.
    public func declineAll() { shared.state.withLock { $0.tracker.forgetAll() } }

    /// Whether to answer the retransmission of a tracked message with a receipt; true at first.
    ///
    /// A stage that is on standby or draining receives messages that another instance handles, and must not
    /// answer them.
    public var sendsReceipts: Bool {
        get { shared.state.withLock { $0.sendsReceipts } }
        set { shared.state.withLock { $0.sendsReceipts = newValue } }
    }
}
