/// Whether the streams take messages. Pure.
struct StoreHealth: Sendable {
    /// Whether the last message that was handed over was refused.
    private var isRefusing = false

    init() {}

    /// Records that a stream has a message, and that a refusal before it is over.
    mutating func stored(isDuplicate: Bool, _ counters: inout LinkCounters) {
        counters.stored += 1
        if isDuplicate { counters.duplicates += 1 }
        guard isRefusing else { return }
        isRefusing = false
        counters.solved()
    }

    /// Records that no stream takes a message.
    mutating func refused(_ sentence: String, at now: Int64, _ counters: inout LinkCounters) {
        isRefusing = true
        counters.record(sentence, at: now)
    }
}
