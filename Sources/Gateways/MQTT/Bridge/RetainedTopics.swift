/// The retained messages of this bridge, by topic. Pure; bounded.
struct RetainedTopics: Sendable {
    /// The most topics.
    static let capacity = 4096

    private(set) var texts: [String: String] = [:]
    /// The topics that the broker had kept of an earlier run.
    private var found: Set<String> = []

    /// Sets the payload of a topic; nil removes the topic.
    /// - Returns: The message to send; nil when nothing changes, or the bound is reached.
    mutating func set(_ topic: String, _ text: String?) -> MQTTMessage? {
        guard texts[topic] != text else { return nil }
        if text != nil, texts[topic] == nil, texts.count >= Self.capacity { return nil }
        texts[topic] = text
        return MQTTMessage(topic: topic, text: text ?? "", qos: 1, isRetained: true)
    }

    /// All messages, for a broker that has forgotten them.
    var all: [MQTTMessage] {
        texts.sorted { $0.key < $1.key }.map { MQTTMessage(topic: $0.key, text: $0.value, qos: 1, isRetained: true) }
    }

    /// Records a topic that the broker has kept.
    mutating func record(_ topic: String) { if found.count < Self.capacity { found.insert(topic) } }

    /// Returns, once, the messages that remove the topics of an earlier run that this one does not have.
    mutating func sweep() -> [MQTTMessage] {
        defer { found = [] }
        return found.subtracting(texts.keys).sorted().map {
            MQTTMessage(topic: $0, text: "", qos: 1, isRetained: true)
        }
    }
}
