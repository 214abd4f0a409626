/// The counters of the line since the start, and the newest problem. Pure.
struct LinkCounters: Sendable, Equatable {
    /// The time for which a refused message stays the problem of the stage.
    static let problemTime: Int64 = 60_000_000

    /// Messages sent to other sites.
    var sent = 0
    /// Messages that a stream has taken.
    var stored = 0
    /// Messages that a stream had taken before.
    var duplicates = 0
    /// Messages taken from other sites.
    var received = 0
    /// Messages that came again.
    var repeated = 0
    /// Messages that were refused.
    var refused = 0
    /// Messages that came past their deadline, or for a turn that had ended.
    var late = 0
    /// Messages without room.
    var dropped = 0
    /// Connections.
    var connections = 0
    /// Turns that other sites' recognizers took.
    var turns = 0
    /// Turns that were offered again, since their recognizer was silent.
    var moved = 0
    /// Turns that the link has ended, since nobody took them in time.
    var givenUp = 0

    private var newest: String?
    private var newestAt: Int64 = 0

    init() {}

    /// The newest problem with a message; nil when there is none.
    var problem: String? { newest }

    /// Records a message that is refused.
    mutating func refuse(_ sentence: String, at now: Int64) {
        refused += 1
        record(sentence, at: now)
    }

    /// Records a problem with a message.
    mutating func record(_ sentence: String, at now: Int64) { (newest, newestAt) = (sentence, now) }

    /// Forgets the newest problem, which is over.
    mutating func solved() { newest = nil }

    /// Forgets a problem that is old.
    mutating func tick(_ now: Int64) { if newest != nil, now - newestAt > Self.problemTime { newest = nil } }

    /// The counters that are not zero, as words.
    var summary: String {
        [
            ("sent", sent), ("stored", stored), ("duplicates", duplicates), ("received", received),
            ("repeated", repeated), ("refused", refused), ("late", late), ("dropped", dropped),
            ("connections", connections), ("turns", turns), ("moved", moved), ("given up", givenUp),
        ].filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
