import ArgumentParser
import SaybusMQTT
import SaybusMessages

/// The options that choose topics and kinds.
struct TopicOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The first levels of all topics of this bus.", valueName: "topic"))
    var prefix = "saybus"

    @Option(
        help: ArgumentHelp(
            "The topics of published messages, with {kind} and {session}; default: PREFIX/session/{session}/{kind}.",
            valueName: "template"))
    var topic: String?

    @Option(
        help: ArgumentHelp(
            "The topics from which messages are taken; default: PREFIX/session/{session}/{kind}/set.",
            valueName: "template"))
    var commandTopic: String?

    @Option(
        help: ArgumentHelp(
            "A kind to publish; can be repeated; none for nothing. Default: \(MQTTConfiguration.publishedByDefault.map(\.rawValue).joined(separator: ", ")).",
            valueName: "kind"))
    var publish: [String] = []

    @Option(
        help: ArgumentHelp(
            "A kind to accept from MQTT; can be repeated; none for nothing. Default: \(MQTTConfiguration.acceptedByDefault.map(\.rawValue).joined(separator: ", ")).",
            valueName: "kind"))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp(
            "The maximum number of messages a second from MQTT; a burst may have those of four seconds.",
            valueName: "number"))
    var rate = 50

    @Option(
        help: ArgumentHelp(
            "Describe stages and commands to Home Assistant, below this topic, usually homeassistant.",
            valueName: "topic"))
    var discovery: String?

    func validate() throws {
        guard (1...10_000).contains(rate) else { throw ValidationError("--rate takes 1 to 10000 messages a second.") }
    }

    func apply(to configuration: inout MQTTConfiguration) throws(MQTTError) {
        if let topic { configuration.topic = try TopicTemplate(topic) }
        if let commandTopic { configuration.commandTopic = try TopicTemplate(commandTopic) }
        if !publish.isEmpty {
            configuration.published = try publish == ["none"] ? [] : MQTTConfiguration.kinds(publish, isAccepted: false)
        }
        if !accept.isEmpty {
            configuration.accepted = try accept == ["none"] ? [] : MQTTConfiguration.kinds(accept, isAccepted: true)
        }
        configuration.messagesPerSecond = rate
        if let discovery { configuration.discoveryPrefix = try MQTTConfiguration.checkedPrefix(discovery) }
    }
}
