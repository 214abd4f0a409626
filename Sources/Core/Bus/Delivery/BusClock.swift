/// The broker's clock, as a program knows it from the stamps of its own messages. Pure: times of both local clocks are
/// passed in.
///
/// Programs on several machines, or with clocks that are set, agree on one time only: the broker's. A program learns it
/// when a message of its own returns: the broker stamped it between its departure and its return. Between two such
/// measurements the program counts on with its steady clock, so its own wall clock does not matter.
///
/// A message made before the broker's clock jumped has a deadline by the old setting. So for a while after a jump, a
/// deadline counts as passed only when it has passed by both the old setting and the new one.
struct BusClock: Sendable {
    /// Microseconds that a measurement may differ from the last one because clocks drift; more is a jump.
    static let jump: Int64 = 100_000
    /// The microseconds for which the setting before a jump still counts: a minute, longer than the deadlines that
    /// stages set.
    static let memory: Int64 = 60_000_000
    /// Microseconds from one measurement to the next: a quartz may drift by six milliseconds meanwhile.
    static let interval: Int64 = 60_000_000
    /// Microseconds by which a stamp may be late before the clock is measured again: messages may be delayed, or the
    /// broker's clock may have been set back.
    static let tolerance: Int64 = 1_000_000
    /// Microseconds between the bounds from which the clock is measured again after a second, a few times: a program
    /// starts while others do, and its first messages are slow.
    static let precision: Int64 = 400
    /// The most measurements for the sake of precision alone.
    private static let maximumAttempts = 8
    /// The most jumps, and measurements under way, remembered at once.
    private static let capacity = 8

    /// The bounds of the broker's time minus that of the steady clock, in microseconds; nil before the first
    /// measurement.
    private var bounds: ClosedRange<Int64>?
    private var earlier: [(offset: Int64, until: Int64)] = []
    /// The time of the last measurement, by the steady clock; nil before the first one.
    private var measured: Int64?
    private var attempts = 0
    private var isDoubtful = false
    /// The time of the last measurement because of a late stamp, by the steady clock. A measurement for another reason
    /// does not delay one: until this program knows that the broker's clock was set back, new messages are stale to it.
    private var doubted: Int64?
    /// The own wall clock's time minus that of the steady clock, in microseconds, as last seen; nil before that.
    private var wallOffset: Int64?

    /// The broker's time minus that of the steady clock, in microseconds; nil before the first measurement.
    var offset: Int64? { bounds.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 } }

    /// The time at which to measure again, by the steady clock; nil before the first measurement, which the first
    /// barrier makes.
    var measurementDue: Int64? {
        guard let bounds, let measured else { return nil }
        let isCoarse = bounds.upperBound - bounds.lowerBound > Self.precision && attempts < Self.maximumAttempts
        if isDoubtful { return doubted.map { $0 + Self.tolerance } ?? measured }
        return measured + (isCoarse ? Self.tolerance : Self.interval)
    }

    /// Returns the broker's time; the wall clock's before the first measurement.
    func now(wall: Int64, steady: Int64) -> Int64 { offset.map { steady + $0 } ?? wall }

    /// Returns the microseconds until a deadline, by the setting that leaves the most time; negative when it has
    /// passed.
    mutating func remaining(to deadline: Int64, wall: Int64, steady: Int64) -> Int64 {
        earlier.removeAll { $0.until <= steady }
        let now = earlier.reduce(now(wall: wall, steady: steady)) { min($0, steady + $1.offset) }
        let (left, overflow) = deadline.subtractingReportingOverflow(now)
        return overflow ? (deadline > 0 ? .max : .min) : left
    }

    /// Records that a measurement begins.
    mutating func measuring(steady: Int64) {
        if isDoubtful { doubted = steady }
        (measured, isDoubtful) = (steady, false)
        attempts += 1
    }

    /// Records a message of this program that has returned.
    /// - Parameters:
    ///   - stamp: The broker's time when it was forwarded.
    ///   - sent: The steady clock's time when it was sent.
    ///   - steady: The steady clock's time now.
    mutating func returned(stamp: Int64, sent: Int64, steady: Int64) {
        guard let low = Self.difference(stamp, steady), let high = Self.difference(stamp, sent), low <= high else {
            return
        }
        if measured == nil { measuring(steady: steady) }
        guard let known = bounds else {
            bounds = low...high
            return
        }
        let (least, most) = (max(low, known.lowerBound), min(high, known.upperBound))
        if least <= most {
            bounds = least...most
        } else {
            replace(with: low...high, isJump: least - most > Self.jump, steady: steady)
        }
    }

    /// Looks at both local clocks. When the wall clock was set, the broker's was perhaps set with it: on the same
    /// machine, this program would blame the own clock for a difference until the next measurement.
    mutating func look(wall: Int64, steady: Int64) {
        guard let new = Self.difference(wall, steady) else { return }
        if let wallOffset, (new - wallOffset).magnitude > UInt64(Self.jump) { isDoubtful = true }
        wallOffset = new
    }

    /// Records a message of another program, unless it is a stored one.
    mutating func received(stamp: Int64, steady: Int64) {
        guard let known = bounds, let low = Self.difference(stamp, steady) else { return }
        // The broker stamped it before now, as it does a message of this program.
        if known.contains(low) { bounds = low...known.upperBound }
        if low > known.upperBound + Self.jump {
            // The broker cannot have stamped a message that is still to come.
            replace(with: low...low, isJump: true, steady: steady)
            isDoubtful = true
        } else if low < known.lowerBound - Self.tolerance {
            isDoubtful = true
        }
    }

    private mutating func replace(with new: ClosedRange<Int64>, isJump: Bool, steady: Int64) {
        isDoubtful = false
        if isJump, let offset { earlier = earlier.suffix(Self.capacity - 1) + [(offset, steady + Self.memory)] }
        if isJump { attempts = 0 }
        bounds = new
    }

    /// Returns a difference of times; nil for times that no clock shows.
    private static func difference(_ time: Int64, _ other: Int64) -> Int64? {
        let (result, overflow) = time.subtractingReportingOverflow(other)
        return overflow || result.magnitude > UInt64(Int64.max / 4) ? nil : result
    }
}
