import SaybusMessages
import SaybusSupport

/// The sequence numbers of the messages that this process publishes on each topic. Pure; bounded.
///
/// The topics that have not been published on for the longest time are forgotten. A forgotten topic that is
/// used again begins at 0, which receivers take for a repetition and not for a loss.
struct SequenceNumbers: Sendable {
    private var nextNumbers: GenerationalCache<Topic, Int>

    /// Creates empty records, which keep the numbers of at least the last `capacity` topics that were
    /// published on.
    init(capacity: Int = 32_768) { nextNumbers = GenerationalCache(capacity: capacity) }

    /// Returns the number of the next message on a topic.
    func next(_ topic: Topic) -> Int { nextNumbers[topic] ?? 0 }

    /// Records that a message was sent with a number.
    mutating func used(_ number: Int, on topic: Topic) { nextNumbers[topic] = number + 1 }
}
