import SaybusMessages

/// The retained messages of this bridge, by topic. Pure; bounded.
///
/// Each object of JSON names its bridge, so that a bridge of another bus with the same prefix leaves it alone.
struct RetainedTopics: Sendable {
    /// The member of an object that names its bridge.
    static let member = "bridge"
    /// The most topics.
    static let capacity = 4096

    /// The name of this bridge, which it has after a restart, too.
    let owner: String
    private(set) var texts: [String: String] = [:]
    /// The topics that the broker had kept of an earlier run.
    private var found: Set<String> = []

    init(owner: String) { self.owner = owner }

    /// Sets the payload of a topic; nil removes the topic.
    /// - Returns: The message to send; nil when nothing changes, or the bound is reached.
    mutating func set(_ topic: String, _ text: String?) -> MQTTMessage? {
        let text = text.map { named($0) }
        guard texts[topic] != text else { return nil }
        if text != nil, texts[topic] == nil, texts.count >= Self.capacity { return nil }
        texts[topic] = text
        return MQTTMessage(topic: topic, text: text ?? "", qos: 1, isRetained: true)
    }

    /// All messages, for a broker that has forgotten them.
    var all: [MQTTMessage] {
        texts.sorted { $0.key < $1.key }.map { MQTTMessage(topic: $0.key, text: $0.value, qos: 1, isRetained: true) }
    }

    /// Records a message that the broker has kept, unless it is that of another bridge.
    mutating func record(_ message: MQTTMessage) {
        if found.count < Self.capacity, otherOwner(of: message) == nil { found.insert(message.topic) }
    }

    /// Returns the name of the other bridge that has published a message; nil for one of this bridge or of none.
    func otherOwner(of message: MQTTMessage) -> String? {
        let name = (try? JSONValue(parsing: message.payload))?.text(Self.member)
        return name == owner ? nil : name
    }

    private func named(_ text: String) -> String {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), case .object(var members) = value else {
            return text
        }
        members[Self.member] = .string(owner)
        return JSONValue.object(members).text()
    }

    /// Returns, once, the messages that remove the topics of an earlier run that this one does not have.
    mutating func sweep() -> [MQTTMessage] {
        defer { found = [] }
        return found.subtracting(texts.keys).sorted().map {
            MQTTMessage(topic: $0, text: "", qos: 1, isRetained: true)
        }
    }
}
