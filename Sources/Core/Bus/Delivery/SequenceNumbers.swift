import SaybusMessages

/// The numbers of what we publish on each topic. Pure; bounded by forgetting the topics not published on for longest: one that is used again
/// begins at 0, which receivers take for a repetition and not for a loss.
struct SequenceNumbers: Sendable {
    private var recent: [Topic: Int] = [:]
    private var older: [Topic: Int] = [:]
    private let capacity: Int

    /// Remembers between `capacity` and twice as many topics.
    init(capacity: Int = 32_768) { self.capacity = capacity }

    /// The number of the next message on a topic.
    func next(_ topic: Topic) -> Int { recent[topic] ?? older[topic] ?? 0 }

    /// A message has gone out with this number.
    mutating func used(_ number: Int, on topic: Topic) {
        if recent.count >= capacity, recent[topic] == nil {
            older = recent
            recent = [:]
        }
        recent[topic] = number + 1
    }
}
