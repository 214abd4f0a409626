/// What was sent to a sink since it was last empty, so that what has not sounded can be taken back and sent again.
struct Passage: Sendable {
    /// How many of the newest samples are remembered: more than a sink buffers.
    let limit: Int
    /// Samples sent since the last drain or flush.
    private(set) var sent = 0
    /// Samples that have sounded, of those that count to the step's report.
    private(set) var heard = 0

    private var history: [[Int16]] = []
    private var remembered = 0
    private var returned: ArraySlice<Int16> = []

    init(limit: Int) { self.limit = max(0, limit) }

    /// Samples go to the sink.
    mutating func send(_ samples: [Int16]) {
        sent += samples.count
        remembered += samples.count
        history.append(samples)
        guard remembered > 2 * limit else { return }
        // Seldom, so that the cost of moving the rest does not count.
        while let first = history.first, remembered - first.count >= limit {
            remembered -= first.count
            history.removeFirst()
        }
    }

    /// All that was sent has sounded.
    mutating func drained() { settle(sent) }

    /// The sink was flushed after `sounded` samples; the rest is lost.
    mutating func flushed(sounded: Int) {
        settle(sounded)
        returned = []
    }

    /// The sink was flushed after `sounded` samples; the rest shall be sent again.
    mutating func takenBack(sounded: Int) {
        let missing = max(0, sent - max(0, sounded))
        let tail = history.joined().suffix(missing)
        returned = Array(tail)[...] + returned
        settle(sounded)
    }

    /// The next samples that are to be sent again, at most so many.
    mutating func nextReturned(_ count: Int) -> [Int16]? {
        guard !returned.isEmpty else { return nil }
        defer { returned = returned.dropFirst(count) }
        return Array(returned.prefix(count))
    }

    /// Whether samples are to be sent again.
    var hasReturned: Bool { !returned.isEmpty }

    /// Gives the number of samples that have sounded, and begins anew.
    mutating func takeHeard() -> Int {
        defer { heard = 0 }
        return heard
    }

    private mutating func settle(_ sounded: Int) {
        heard += max(0, min(sent, sounded))
        (sent, remembered, history) = (0, 0, [])
    }
}
