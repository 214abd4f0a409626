/// The messages that wait for the MQTT broker, and those that it has not acknowledged. Pure; bounded.
///
/// Without a connection, messages of quality of service 0 are not kept. Of retained messages on one topic, only the
/// newest waits. At the bound, the oldest message of quality of service 0 makes room; if there is none, the new message
/// is given up.
struct SendQueue: Sendable {
    typealias Token = MQTTConnection.Token

    /// A message that waits.
    struct Entry: Sendable, Equatable {
        let message: MQTTMessage
        /// The sender's name of the message; nil when the sender does not wait for its end.
        let token: Token?
    }

    /// A message that was given up.
    struct Dropped: Sendable, Equatable {
        let token: Token?
        let reason: String
    }

    /// The most messages that wait.
    static let maximumWaiting = 4096
    /// The most bytes that wait.
    static let maximumBytes = 16 << 20
    /// The most messages at once whose acknowledgement is awaited.
    static let window = 20

    private var waiting: [Entry] = []
    private var bytes = 0
    /// The messages that the broker has not acknowledged, with libmosquitto's numbers, in the order of their sending.
    private var inFlight: [(number: Int32, entry: Entry, isGivenUp: Bool)] = []
    private(set) var isConnected = false

    /// The number of messages that wait.
    var count: Int { waiting.count }

    /// Whether nothing waits, and no acknowledgement is awaited.
    var isEmpty: Bool { waiting.isEmpty && inFlight.allSatisfy(\.isGivenUp) }

    /// Whether the most messages wait for an acknowledgement, so that no more are sent.
    var isStuck: Bool { inFlight.count >= Self.window && inFlight.allSatisfy(\.isGivenUp) }

    /// Adds a message.
    /// - Returns: The messages that were given up.
    mutating func add(_ entry: Entry) -> [Dropped] {
        guard isConnected || entry.message.qos > 0 else {
            return [Dropped(token: entry.token, reason: "there is no connection to the MQTT broker")]
        }
        guard entry.message.size <= Self.maximumBytes else {
            return [Dropped(token: entry.token, reason: "\(entry.message.size) bytes are too many")]
        }
        var dropped: [Dropped] = []
        if entry.message.isRetained,
            let index = waiting.firstIndex(where: { $0.message.isRetained && $0.message.topic == entry.message.topic })
        {
            let older = remove(at: index)
            if older.token != nil { dropped.append(Dropped(token: older.token, reason: "a newer message replaces it")) }
        }
        while waiting.count >= Self.maximumWaiting || bytes + entry.message.size > Self.maximumBytes {
            let reason = "\(waiting.count) messages wait for the MQTT broker already"
            guard let index = waiting.firstIndex(where: { $0.message.qos == 0 }) else {
                return dropped + [Dropped(token: entry.token, reason: reason)]
            }
            dropped.append(Dropped(token: remove(at: index).token, reason: reason))
        }
        waiting.append(entry)
        bytes += entry.message.size
        return dropped
    }

    /// Removes and returns the next message to hand to libmosquitto; nil when none may be handed over now.
    mutating func next() -> Entry? {
        guard isConnected, inFlight.count < Self.window, !waiting.isEmpty else { return nil }
        return remove(at: 0)
    }

    /// Removes the expired messages, and stops waiting for the acknowledgement of those that were sent: the broker
    /// hangs, and may still take them later.
    mutating func expire(now: ContinuousClock.Instant) -> [Dropped] {
        func isLate(_ entry: Entry) -> Bool { entry.message.expiry.map { $0 <= now } ?? false }
        // They keep their places in the window: a broker that acknowledges nothing gets nothing more.
        var unanswered: [Entry] = []
        for index in inFlight.indices where !inFlight[index].isGivenUp && isLate(inFlight[index].entry) {
            inFlight[index].isGivenUp = true
            unanswered.append(inFlight[index].entry)
        }
        let late = waiting.filter(isLate)
        if !late.isEmpty {
            waiting.removeAll(where: isLate)
            bytes = waiting.reduce(0) { $0 + $1.message.size }
        }
        return unanswered.map {
            Dropped(token: $0.token, reason: "the MQTT broker has not acknowledged it; it may still carry it out")
        } + late.map { Dropped(token: $0.token, reason: "no MQTT broker took it before its deadline") }
    }

    /// Records that libmosquitto has taken a message under a number.
    mutating func handedOver(_ entry: Entry, as number: Int32) { inFlight.append((number, entry, false)) }

    /// Returns the topic of a message that was handed over under a number.
    func topic(of number: Int32) -> String? { inFlight.first { $0.number == number }?.entry.message.topic }

    /// Records that the broker has answered a message, by libmosquitto's number.
    /// - Returns: The sender's name of the message, if it waits for its end.
    mutating func acknowledged(_ number: Int32) -> Token? {
        guard let index = inFlight.firstIndex(where: { $0.number == number }) else { return nil }
        let sent = inFlight.remove(at: index)
        return sent.isGivenUp ? nil : sent.entry.token
    }

    /// Begins to hand messages over.
    mutating func connected() { isConnected = true }

    /// Stops handing messages over. Those that were not acknowledged wait again, before all others: the broker may
    /// receive them twice. Messages of quality of service 0 are given up.
    mutating func disconnected() -> [Dropped] {
        isConnected = false
        let all = inFlight.filter { !$0.isGivenUp }.map(\.entry) + waiting
        inFlight = []
        let lost = all.filter { $0.message.qos == 0 }
        waiting = all.filter { $0.message.qos > 0 }
        bytes = waiting.reduce(0) { $0 + $1.message.size }
        return lost.map { Dropped(token: $0.token, reason: "the connection to the MQTT broker was lost") }
    }

    private mutating func remove(at index: Int) -> Entry {
        bytes -= waiting[index].message.size
        return waiting.remove(at: index)
    }
}
