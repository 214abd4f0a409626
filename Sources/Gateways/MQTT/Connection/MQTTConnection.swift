import Glibc
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// A connection to an MQTT broker that is made again whenever it is lost.
///
/// A thread of its own owns libmosquitto and the socket. Each attempt to connect begins with a fresh session, so that
/// commands that were given while this client was away are not carried out later.
public final class MQTTConnection: Sendable {
    /// A sender's name of a message, in the report on its end.
    public struct Token: Sendable, Hashable {
        /// The number.
        public let value: UInt64
        /// Creates a name.
        init(_ value: UInt64) { self.value = value }
    }

    /// The time that ``close(after:)`` takes at most.
    static let closingTime = Duration.milliseconds(900)

    private struct Outgoing {
        var queue = SendQueue()
        var isClosing = false
        /// The beginning of the attempt to connect that is under way; nil when there is none, or it was reported.
        var attemptedSince: ContinuousClock.Instant?
    }

    private let outgoing = Mutex(Outgoing())
    private let ended = Watched(false)
    private let interruptible: InterruptibleWait
    private let address: MQTTAddress
    private let onEvent: @Sendable (MQTTEvent) -> Void

    /// Prepares a connection, and begins to connect.
    /// - Parameters:
    ///   - settings: The broker and the client.
    ///   - onEvent: A closure called for each event, one after the other, on the connection's thread or the sender's.
    ///     It must return at once, and not send.
    /// - Throws: ``MQTTError`` for settings that libmosquitto refuses.
    init(_ settings: MQTTSettings, onEvent: @escaping @Sendable (MQTTEvent) -> Void) throws(MQTTError) {
        (self.onEvent, address) = (onEvent, settings.address)
        do {
            interruptible = try InterruptibleWait()
        } catch {
            throw MQTTError(.library, "\(error)")
        }
        _ = try MosquittoClient(settings)
        attempts()
        WorkerThread.detach(name: "saybus-mqtt") { [self] in
            ConnectionThread(settings: settings, connection: self).run()
            ended.change { $0 = true }
        }
    }

    /// Sends a message, now or when there is a connection.
    /// - Parameters:
    ///   - message: The message.
    ///   - token: The name of the message in the report on its end; nil when nobody waits for it.
    func send(_ message: MQTTMessage, token: Token? = nil) {
        let dropped = outgoing.withLock { $0.queue.add(.init(message: message, token: token)) }
        report(dropped)
        interruptible.interrupt()
    }

    /// Ends the connection soon, without waiting for it.
    func cancel() {
        outgoing.withLock { $0.isClosing = true }
        interruptible.interrupt()
    }

    /// Sends a last message, waits until the broker has everything, and disconnects; after nine tenths of a second at
    /// most.
    func close(after last: MQTTMessage? = nil) async {
        if let last { send(last) }
        cancel()
        _ = await ended.wait(within: Self.closingTime) { $0 }
    }

    /// Gives up the messages that wait too long, and reports an attempt to connect that takes too long, once.
    ///
    /// To be called once a second: the connection's thread cannot do it while the system resolves a name and connects,
    /// which takes minutes where packets are lost.
    func tick(_ now: ContinuousClock.Instant = .now) {
        report(outgoing.withLock { $0.queue.expire(now: now) })
        let limit = Duration.milliseconds(MosquittoClient.answerTime)
        // Reported under the lock, so that the end of the attempt is reported afterwards.
        outgoing.withLock { state in
            guard let since = state.attemptedSince, now - since > limit else { return }
            state.attemptedSince = nil
            let reason =
                "no MQTT broker answers at \(address): there is no connection after \(Int(limit / .seconds(1))) s"
            onEvent(.disconnected(MQTTError(.unreachable, reason)))
        }
    }

    // MARK: For the thread

    /// Records that an attempt to connect begins.
    func attempts() { outgoing.withLock { $0.attemptedSince = .now } }

    /// Records that the attempt has led to a connection, on which the broker has to answer.
    func hasAttempted() { outgoing.withLock { $0.attemptedSince = nil } }

    var isClosing: Bool { outgoing.withLock { $0.isClosing } }

    /// Whether everything has been sent and acknowledged.
    var isIdle: Bool { outgoing.withLock { $0.queue.isEmpty } }

    /// Whether the broker acknowledges nothing any more.
    var isStuck: Bool { outgoing.withLock { $0.queue.isStuck } }

    func next() -> SendQueue.Entry? { outgoing.withLock { $0.queue.next() } }

    func handedOver(_ entry: SendQueue.Entry, as number: Int32) {
        outgoing.withLock { $0.queue.handedOver(entry, as: number) }
    }

    /// Records the broker's answer to a message, by libmosquitto's number.
    /// - Parameter problem: The reason for which the broker refuses the message; nil when it has it.
    func acknowledged(_ number: Int32, problem: String?) {
        let topic = outgoing.withLock { $0.queue.topic(of: number) }
        let token = outgoing.withLock { $0.queue.acknowledged(number) }
        if let problem {
            onEvent(.publicationRefused(token, topic: topic ?? "", reason: problem))
        } else if let token {
            onEvent(.delivered(token))
        }
    }

    func connected() {
        outgoing.withLock { $0.queue.connected() }
        onEvent(.connected)
    }

    func disconnected(_ error: MQTTError) {
        hasAttempted()
        report(outgoing.withLock { $0.queue.disconnected() })
        onEvent(.disconnected(error))
    }

    func expire() { report(outgoing.withLock { $0.queue.expire(now: .now) }) }

    func report(_ event: MQTTEvent) { onEvent(event) }

    private func report(_ dropped: [SendQueue.Dropped]) {
        for message in dropped { onEvent(.dropped(message.token, reason: message.reason)) }
    }

    /// Waits until a descriptor is ready, another thread wakes this one, or the time is over.
    /// - Parameters:
    ///   - descriptor: The descriptor; -1 for none.
    ///   - toWrite: Whether to wait also until it can be written to.
    func wait(
        for descriptor: Int32, toWrite: Bool, within time: Duration
    ) throws(MQTTError) -> (canRead: Bool, canWrite: Bool) {
        do {
            let end = try interruptible.wait(for: descriptor, toWrite ? POLLIN | POLLOUT : POLLIN, within: time)
            if end.isInterrupted { interruptible.clear() }
            return (end.canRead, end.canWrite)
        } catch {
            throw MQTTError(.library, "\(error)")
        }
    }
}
