import SaybusMessages
import SaybusPatternMatching
import SaybusStage

/// Home Assistant's MQTT discovery: a device with the stages as sensors, and the commands as events, triggers and
/// buttons. Pure.
///
/// Each message is retained. Its topic is `<prefix>/<component>/<node>/<object>/config`, its payload the configuration
/// of the component; see Home Assistant's manual, "MQTT", "Discovery messages".
struct HomeAssistantDiscovery: Sendable {
    /// The most commands of an app that are described.
    static let maximumCommands = 200

    private let prefix: String
    private let configuration: MQTTConfiguration
    /// The session in which the texts of Home Assistant are said and spoken.
    private let session: Session
    /// The name of the device in topics and ids.
    private let node: String

    init(prefix: String, _ configuration: MQTTConfiguration, session: Session = .default) {
        (self.prefix, self.configuration, self.session) = (prefix, configuration, session)
        node = TopicName.identifier(ofPrefix: configuration.prefix)
    }

    /// Returns the fields for a text to be spoken and for a text to be understood.
    func controls() -> [MQTTMessage] {
        let controls: [(kind: Kind, name: String, icon: String)] = [
            (AudioSequence.kind, "Say", "mdi:bullhorn"), (SpeechTranscript.kind, "Ask", "mdi:message-question"),
        ]
        return controls.filter { configuration.accepted.contains($0.kind) }.map { kind, name, icon in
            message(
                "text", name.lowercased(),
                [
                    "name": .string(name), "icon": .string(icon), "max": 255,
                    "command_topic": .string(configuration.commandTopic.topic(kind, session)),
                ])
        }
    }

    /// Returns the sensor of a role's stages.
    /// - Parameters:
    ///   - name: The name of the role, and of the app if there is one, as in their topic.
    ///   - status: The status of one of them.
    func stage(_ name: String, _ status: StageStatus) -> MQTTMessage {
        let topic = configuration.stageTopic(name)
        return message(
            "binary_sensor", TopicName.identifier(ofNames: ["stage", status.role.rawValue, status.app ?? ""]),
            [
                "name": .string(status.app.map { "\(status.role) \($0)" } ?? status.role.rawValue),
                "device_class": "running", "entity_category": "diagnostic", "state_topic": .string(topic),
                "value_template": "{{ 'ON' if value_json.state == 'ready' else 'OFF' }}",
                "json_attributes_topic": .string(topic),
            ])
    }

    /// Returns the event of an app, a trigger for each of its commands, and buttons for those that need no values.
    func catalog(_ catalog: Catalog) -> [MQTTMessage] {
        let commands = catalog.commands.prefix(Self.maximumCommands)
        guard !commands.isEmpty else { return [] }
        let topic = configuration.commandEventTopic(catalog.app)
        var messages = [
            message(
                "event", TopicName.identifier(ofNames: ["app", catalog.app]),
                [
                    "name": .string("\(catalog.app) command"), "icon": "mdi:microphone-message",
                    "event_types": .array(commands.map { .string($0.type) }), "state_topic": .string(topic),
                ])
        ]
        for command in commands {
            let id = TopicName.identifier(ofNames: [catalog.app, command.type])
            messages.append(
                message(
                    "device_automation", id,
                    [
                        "automation_type": "trigger", "type": .string("said"),
                        "subtype": .string("\(catalog.app) \(command.type)"), "topic": .string(topic),
                        "payload": .string(command.type), "value_template": "{{ value_json.event_type }}",
                    ], isEntity: false))
            if let words = plainSentence(of: command, in: catalog),
                configuration.accepted.contains(SpeechTranscript.kind)
            {
                messages.append(
                    message(
                        "button", id,
                        [
                            "name": .string("\(catalog.app) \(command.type)"), "payload_press": .string(words),
                            "command_topic": .string(
                                configuration.commandTopic.topic(SpeechTranscript.kind, session)),
                        ]))
            }
        }
        return messages
    }

    /// Returns a sentence of a command without values; nil when it has none.
    private func plainSentence(of command: Catalog.Command, in catalog: Catalog) -> String? {
        let isScoped = catalog.scopes?.contains { $0.commands.contains(command.type) } ?? false
        guard !isScoped else { return nil }
        return catalog.example(
            of: command.patterns.filter { !$0.contains("@") && !$0.contains("{") && !$0.contains("<") })
    }

    private func message(
        _ component: String, _ object: String, _ fields: [String: JSONValue], isEntity: Bool = true
    ) -> MQTTMessage {
        var fields = fields
        fields["device"] = [
            "identifiers": [.string("saybus_\(node)")], "name": .string("Saybus"), "manufacturer": "Saybus",
            "sw_version": .string(ProjectVersion.current),
        ]
        if isEntity {
            fields["unique_id"] = .string("saybus_\(node)_\(component)_\(object)")
            fields["default_entity_id"] = .string("\(component).\(node)_\(object)".lowercased())
            // Home Assistant before 2025.10 knows only this one.
            fields["object_id"] = .string("\(node)_\(object)")
            fields["availability_topic"] = .string(configuration.statusTopic)
        }
        return MQTTMessage(
            topic: "\(prefix)/\(component)/\(node)/\(object)/config", text: JSONValue.object(fields).text(), qos: 1,
            isRetained: true)
    }
}
