import SaybusMessages

/// The messages of this program that measure the broker's clock, with the times at which they were sent. Pure; bounded.
struct ClockProbes: Sendable {
    private static let capacity = 64

    private var sent: [(id: MessageID, steady: Int64)] = []

    /// Records a message that is about to be sent.
    mutating func add(_ id: MessageID, steady: Int64) {
        sent = sent.suffix(Self.capacity - 1) + [(id, steady)]
    }

    /// Removes a message that has returned, and the earlier ones.
    /// - Returns: The time at which it was sent; nil for another message.
    mutating func take(_ id: MessageID) -> Int64? {
        guard let index = sent.firstIndex(where: { $0.id == id }) else { return nil }
        let steady = sent[index].steady
        sent.removeFirst(index + 1)
        return steady
    }
}
