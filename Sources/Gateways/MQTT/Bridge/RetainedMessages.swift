import SaybusMessages
import SaybusStage

/// All that the MQTT broker keeps for this bridge: its status, the states of the stages, the catalogs, and what
/// describes them to Home Assistant. Each change returns the messages to send.
struct RetainedMessages: Sendable {
    /// The status of a bridge that is there.
    static let online = "online"

    /// The topics with their texts.
    var topics: RetainedTopics

    private let configuration: MQTTConfiguration
    private let discovery: HomeAssistantDiscovery?
    private var stages = RetainedStageStates()
    private var catalogs = CatalogRegistry()
    /// The topics of each app: that of its catalog, and those for Home Assistant.
    private var appTopics: [String: Set<String>] = [:]

    /// Creates messages without any stage or catalog.
    /// - Parameters:
    ///   - configuration: The topics.
    ///   - owner: The name of this bridge, which it has after a restart, too.
    ///   - session: The only session that the bridge serves; nil for all.
    init(_ configuration: MQTTConfiguration, owner: String, session: Session? = nil) {
        self.configuration = configuration
        topics = RetainedTopics(owner: owner)
        discovery = configuration.discoveryPrefix.map {
            HomeAssistantDiscovery(prefix: $0, configuration, session: session ?? .default)
        }
    }

    /// Sets what holds from the beginning of a connection.
    mutating func begin() -> [MQTTMessage] {
        var messages = set(configuration.statusTopic, Self.online)
        for message in discovery?.controls() ?? [] { messages += set(message.topic, message.text) }
        return messages
    }

    /// Applies the status of a stage.
    mutating func apply(_ status: StageStatus) -> [MQTTMessage] {
        _ = catalogs.update(status)
        guard let (name, json) = stages.apply(status) else { return [] }
        var messages = set(configuration.stageTopic(name), json.text())
        if let message = discovery?.stage(name, status) { messages += set(message.topic, message.text) }
        return messages
    }

    /// Applies the catalog of an app.
    mutating func apply(_ catalog: Message<Catalog>) -> [MQTTMessage] {
        guard catalogs.update(catalog) else { return [] }
        let all = catalogs.all
        var messages: [MQTTMessage] = []
        for catalog in all {
            messages += set(configuration.catalogTopic(catalog.app), (try? JSONValue(catalog))?.text())
            messages += describe(catalog)
        }
        for app in appTopics.keys where !all.contains(where: { $0.app == app }) {
            for topic in appTopics[app] ?? [] { messages += set(topic, nil) }
            appTopics[app] = nil
        }
        return messages
    }

    /// Describes an app's catalog to Home Assistant.
    private mutating func describe(_ catalog: Catalog) -> [MQTTMessage] {
        let descriptions = discovery?.catalog(catalog) ?? []
        let topics = Set(descriptions.map(\.topic) + [configuration.catalogTopic(catalog.app)])
        var messages: [MQTTMessage] = []
        for topic in appTopics[catalog.app] ?? [] where !topics.contains(topic) { messages += set(topic, nil) }
        for description in descriptions { messages += set(description.topic, description.text) }
        appTopics[catalog.app] = topics
        return messages
    }

    private mutating func set(_ topic: String, _ text: String?) -> [MQTTMessage] {
        topics.set(topic, text).map { [$0] } ?? []
    }
}
