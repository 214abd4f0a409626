import SaybusMessages

/// The reports published in the last seconds, which are published again after a reconnection to the bus.
/// Pure; bounded by age, number and size.
///
/// A publisher does not learn which of its messages a broker has forwarded before it died, so all reports of
/// the last seconds are published again. Receivers recognize the reports that they have already by their ids.
struct RecentReports {
    /// Microseconds that a report is kept: longer than a lost connection stays unnoticed, which is until
    /// heartbeats fail after 3 s.
    static let age: Int64 = 5_000_000

    private var entries: [(message: RawMessage, at: Int64)] = []
    private var bytes = 0
    private let capacity: Int
    private let mostBytes: Int

    init(capacity: Int = 512, mostBytes: Int = 1 << 20) { (self.capacity, self.mostBytes) = (capacity, mostBytes) }

    /// Returns the reports of the last seconds, the oldest first.
    func messages(now: Int64) -> [RawMessage] { entries.filter { $0.at >= now - Self.age }.map(\.message) }

    /// Returns the newest report with an id; nil when there is none.
    func message(_ id: MessageID) -> RawMessage? { entries.last { $0.message.header.id == id }?.message }

    /// Adds a report.
    /// - Parameter at: Microseconds of a steady clock.
    mutating func add(_ message: RawMessage, at: Int64) {
        entries.append((message, at))
        bytes += message.body.count
        while let oldest = entries.first,
            oldest.at < at - Self.age || entries.count > capacity || bytes > mostBytes
        {
            bytes -= oldest.message.body.count
            entries.removeFirst()
        }
    }
}
