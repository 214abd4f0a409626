import SaybusBus
import SaybusMessages
import SaybusSupport

/// A record of all messages on the bus during a run, in order. Bounded: messages beyond ``capacity`` are only counted.
final class Journal: Sendable {
    /// The maximum number of messages, which is more than any run needs. A stage that floods the bus fails.
    static let capacity = 50_000

    struct Entry: Sendable {
        let message: RawMessage
        let at: ContinuousClock.Instant
    }

    struct Pages: Sendable {
        var entries: [Entry] = []
        /// The errors of malformed messages, with their alleged sources.
        var malformed: [MessageError] = []
        var overflow = 0
    }

    private let watched = Watched(Pages())

    var pages: Pages { watched.value }

    /// The number of messages, which is the index of the next one.
    var count: Int { watched.value.entries.count }

    func add(_ received: Received) {
        watched.change { pages in
            guard pages.entries.count + pages.malformed.count < Self.capacity else {
                pages.overflow += 1
                return
            }
            switch received {
            case .message(let message), .repeated(let message): pages.entries.append(Entry(message: message, at: .now))
            case .malformed(let error): pages.malformed.append(error)
            }
        }
    }

    /// Returns the messages from an index on that satisfy a condition.
    func messages(from place: Int = 0, where fits: (RawMessage) -> Bool) -> [RawMessage] {
        watched.value.entries.dropFirst(place).map(\.message).filter(fits)
    }

    /// Waits for a message that satisfies a condition. Messages that have arrived since `place` count, too.
    func first(
        from place: Int = 0, within time: Duration, where fits: @escaping @Sendable (RawMessage) -> Bool
    ) async -> RawMessage? {
        // The index of the next message to test, so that each message is tested only once.
        let next = Watched(place)
        let found = Watched<RawMessage?>(nil)
        _ = await watched.wait(within: time) { pages in
            if found.value != nil { return true }
            let from = next.value
            for entry in pages.entries.dropFirst(from) where fits(entry.message) {
                found.change { $0 = entry.message }
                return true
            }
            next.change { $0 = pages.entries.count }
            return false
        }
        return found.value
    }
}
