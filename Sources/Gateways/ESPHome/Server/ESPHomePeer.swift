import SaybusVoiceSatellite
import Synchronization

/// A connection to a client, such as Home Assistant: messages for it wait in a bounded queue.
final class ESPHomePeer: SatellitePeer, Equatable {
    /// The messages for the client.
    enum Outgoing: Sendable {
        /// Bytes of the handshake.
        case bytes([UInt8])
        /// The key of all that follows.
        case secured(NoiseCipher)
        /// A message.
        case message(DeviceMessage)
    }

    /// The most messages that wait for a client that does not read: a minute of sound.
    private static let maximumWaiting = 1_024

    /// The client's address.
    let name: String
    /// The client's machine, the address without the port.
    let host: String
    /// The bytes that wait for the client.
    let outgoing: AsyncStream<Outgoing>
    private let continuation: AsyncStream<Outgoing>.Continuation
    private let received = Mutex(ContinuousClock.now)
    private let greeting = Mutex(false)
    private let failing = Mutex(false)
    private let disconnect: @Sendable () -> Void

    /// Creates a connection.
    /// - Parameters:
    ///   - name: The client's address.
    ///   - host: The address without the port; nil when there is none.
    ///   - disconnect: Ends the connection at once.
    init(name: String, host: String? = nil, disconnect: @escaping @Sendable () -> Void) {
        (self.name, self.host, self.disconnect) = (name, host ?? name, disconnect)
        (outgoing, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
    }

    static func == (one: ESPHomePeer, other: ESPHomePeer) -> Bool { one === other }

    /// Whether the client has introduced itself.
    var isGreeted: Bool { greeting.withLock { $0 } }
    /// Whether the queue was full.
    var isTooSlow: Bool { failing.withLock { $0 } }
    /// The time since the client has sent something.
    var silence: Duration { .now - received.withLock { $0 } }

    /// Returns whether the client has sent nothing since a time.
    func isSilent(since time: ContinuousClock.Instant) -> Bool { received.withLock { $0 <= time } }

    /// Queues an item. A client with too much in its queue is cut off at once: what waits could not be sent to it.
    func send(_ item: Outgoing) {
        guard case .dropped = continuation.yield(item) else { return }
        failing.withLock { $0 = true }
        close()
        cutOff()
    }

    /// Sends a message of the satellite to Home Assistant.
    func tell(_ message: SatelliteMessage) { send(.message(DeviceMessage(message))) }

    /// Records that the client has sent something.
    func heard() { received.withLock { $0 = .now } }

    /// Records that the client has introduced itself.
    func greeted() { greeting.withLock { $0 = true } }

    /// Ends the connection when all that waits has been sent.
    func close() { continuation.finish() }

    /// Ends the connection at once.
    func cutOff() { disconnect() }
}
