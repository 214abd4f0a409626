/// A message for an MQTT broker, published by the dispatch stage for an app and by any other client.
///
/// The stage `saybus-mqtt` hands it to the broker, and answers with a ``Receipt`` when the broker has it.
public struct MQTTPublish: BusMessage {
    /// `mqtt.publish`
    public static let kind: Kind = "mqtt.publish"
    /// Tracked: a lost message would leave a lamp dark that the user was told is on.
    public static let tracking: Tracking? = Tracking(role: .mqtt, answers: [])

    /// The MQTT topic, without wildcards, of at most 1024 bytes.
    public var topic: String
    /// The payload: text, such as JSON.
    public var payload: String
    /// Whether the MQTT broker keeps the message for later subscribers of the topic; absent means false.
    public var retain: Bool?
    /// MQTT's quality of service towards the broker, 0 or 1; absent means 1.
    public var qos: Int?

    /// Creates a message.
    public init(topic: String, payload: String, retain: Bool? = nil, qos: Int? = nil) {
        (self.topic, self.payload, self.retain, self.qos) = (topic, payload, retain, qos)
    }

    /// The most bytes of a topic.
    package static let maximumTopicBytes = 1024

    /// Returns why messages cannot be published on a topic; nil when they can.
    package static func problem(ofTopic topic: String) -> String? {
        if topic.isEmpty { return "a topic is not empty" }
        if topic.utf8.count > maximumTopicBytes { return "a topic has at most \(maximumTopicBytes) bytes" }
        if topic.contains(where: { $0 == "+" || $0 == "#" }) { return "a topic to publish on has no + and no #" }
        if topic.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "a topic has no control characters"
        }
        if topic.hasPrefix("$") { return "topics with $ belong to the broker" }
        return nil
    }

    /// The schema of the body, which `saybus schema mqtt.publish` prints.
    public static let schema = Schema.object(
        "A message for an MQTT broker.",
        [
            .required("topic", .string, "The MQTT topic, without wildcards."),
            .required("payload", .string, "The payload: text, such as JSON."),
            .optional("retain", .boolean, "Whether the MQTT broker keeps it for later subscribers."),
            .optional("qos", .integer, "MQTT's quality of service, 0 or 1; 1 when absent."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        MQTTPublish(topic: "zigbee2mqtt/lamp/set", payload: "{\"state\":\"ON\"}", retain: true, qos: 0),
        MQTTPublish(topic: "home/door", payload: "open"),
    ]
}
