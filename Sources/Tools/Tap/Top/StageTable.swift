import SaybusMessages

/// The current stages, with message rates computed from successive statuses. Pure; bounded.
struct StageTable: Sendable {
    /// A stage with its rates.
    struct Row: Sendable {
        /// Its newest status.
        let status: StageStatus
        /// Messages received a second; nil until known, and when no status has come of late.
        let receivedPerSecond: Double?
        /// Messages published a second; nil until known, and when no status has come of late.
        let publishedPerSecond: Double?
        /// Microseconds since its last status.
        let age: Int64
    }

    private struct Known: Sendable {
        var status: StageStatus
        var run: UInt32
        var receivedAt: Int64
        var received: Double?
        var published: Double?
    }

    private struct Name: Hashable {
        let role: Role
        let instance: String
    }

    private static let capacity = 4096
    /// The age of a status in microseconds, beyond which its rates are those of the past: three seconds.
    static let silence: Int64 = 3_000_000
    /// The time that a stopped stage stays in the table: a minute, in microseconds.
    private static let stoppedRetention: Int64 = 60_000_000
    private var known: [Name: Known] = [:]

    /// Records a status.
    /// - Parameters:
    ///   - at: The time of publishing.
    ///   - receivedAt: The time of receipt, in microseconds of a monotonic clock.
    mutating func record(_ status: StageStatus, run: UInt32, at: Int64, receivedAt: Int64) {
        let name = Name(role: status.role, instance: status.instance)
        let before = known[name]
        guard before != nil || known.count < Self.capacity else { return }
        var next = Known(status: status, run: run, receivedAt: receivedAt)
        if let before {
            // For a lost stage the broker repeats the last counters, which yield no rate.
            let (time, overflow) = status.uptimeMs.subtractingReportingOverflow(before.status.uptimeMs)
            if before.run == run, before.status.pid == status.pid, !overflow, time > 0 {
                let old = before.status.counters
                next.received = Self.rate(status.counters.received, old.received, time)
                next.published = Self.rate(status.counters.published, old.published, time)
            } else if status.state != .lost {
                (next.received, next.published) = (before.received, before.published)
            }
        }
        known[name] = next
    }

    private static func rate(_ now: Int, _ before: Int, _ milliseconds: Int) -> Double? {
        let (count, overflow) = now.subtractingReportingOverflow(before)
        return overflow || count < 0 ? nil : Double(count) * 1000 / Double(milliseconds)
    }

    /// Returns the stages in the order in which a turn passes them.
    mutating func rows(now: Int64) -> [Row] {
        known = known.filter { $0.value.status.state != .stopped || now - $0.value.receivedAt < Self.stoppedRetention }
        return known.values.map { stage in
            let age = max(0, now - stage.receivedAt)
            let isCurrent = age <= Self.silence
            return Row(
                status: stage.status, receivedPerSecond: isCurrent ? stage.received : nil,
                publishedPerSecond: isCurrent ? stage.published : nil, age: age)
        }.sorted { Self.rank($0.status) < Self.rank($1.status) }
    }

    private static func rank(_ status: StageStatus) -> (Int, Role, String) {
        (KindOrder.rank(role: status.role), status.role, status.instance)
    }
}
