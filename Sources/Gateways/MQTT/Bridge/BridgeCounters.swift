import SaybusMessages

/// The counters of the MQTT side since the start, and the newest problem. Pure.
struct BridgeCounters: Sendable, Equatable {
    /// The time for which a refused message stays the problem of the stage.
    static let problemTime = Duration.seconds(60)

    /// Messages sent to the broker.
    var published = 0
    /// Messages taken to the bus.
    var received = 0
    /// Messages from MQTT that were refused.
    var refused = 0
    /// Messages of a flood, which were refused unread.
    var flooded = 0
    /// Messages from MQTT that had come before.
    var repeated = 0
    /// Messages that no broker took in time, or that found no room.
    var dropped = 0
    /// Connections that were accepted.
    var connections = 0

    /// The reason why there is no connection; nil when there is one.
    private(set) var connectionProblem: String?
    private var newest: (sentence: String, at: ContinuousClock.Instant)?

    static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers && left.problem == right.problem }

    /// The problem of the stage; nil when there is none.
    var problem: String? { connectionProblem ?? newest?.sentence }

    /// Returns whether a report is due after another one: also while there is a problem, since bridges with the same
    /// prefix hear of each other by reports only.
    func isDue(after reported: Self) -> Bool { self != reported || problem != nil }

    /// Sets the reason why there is no connection; nil when there is one.
    mutating func connection(_ problem: String?) { connectionProblem = problem }

    /// Records a problem with a message.
    mutating func record(_ sentence: String, at now: ContinuousClock.Instant) { newest = (sentence, now) }

    /// Forgets a problem that is old.
    mutating func tick(_ now: ContinuousClock.Instant) {
        if let at = newest?.at, now - at > Self.problemTime { newest = nil }
    }

    private var numbers: [Int] { [published, received, refused, flooded, repeated, dropped, connections] }

    /// The counters as JSON.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "published": .integer(Int64(published)), "received": .integer(Int64(received)),
            "refused": .integer(Int64(refused)), "flooded": .integer(Int64(flooded)),
            "repeated": .integer(Int64(repeated)), "dropped": .integer(Int64(dropped)),
            "connections": .integer(Int64(connections)),
        ]
        if let problem { members["problem"] = .string(problem) }
        return .object(members)
    }
}
