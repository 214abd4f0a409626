import SaybusMessages

/// The reports published lately, to be said again when the bus was away. Pure; bounded by age, number and size.
///
/// A publisher does not learn which of its messages a dying broker has still forwarded, so all of the last seconds are said again;
/// those who have them know them by their ids.
struct RecentReports {
    /// How long a lost connection may go unnoticed: heartbeats fail after 3 s.
    static let age: Int64 = 5_000_000

    private var entries: [(message: RawMessage, at: Int64)] = []
    private var bytes = 0
    private let capacity: Int
    private let mostBytes: Int

    init(capacity: Int = 512, mostBytes: Int = 1 << 20) { (self.capacity, self.mostBytes) = (capacity, mostBytes) }

    /// Those of the last seconds, the oldest first.
    func messages(now: Int64) -> [RawMessage] { entries.filter { $0.at >= now - Self.age }.map(\.message) }

    /// Takes note of a message.
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
