import SaybusBus
import SaybusMessages

/// The configuration of the MQTT stage.
public struct MQTTConfiguration: Sendable {
    /// The connection.
    var settings: MQTTSettings
    /// The first levels of the topics of states and apps.
    var prefix = "saybus"
    /// The topics on which bus messages are published.
    public var topic: TopicTemplate
    /// The topics from which messages are taken to the bus.
    public var commandTopic: TopicTemplate
    /// The kinds that are published.
    public var published = MQTTConfiguration.publishedByDefault
    /// The kinds that are taken to the bus.
    public var accepted = MQTTConfiguration.acceptedByDefault
    /// The most messages a second that are taken to the bus, on average.
    public var messagesPerSecond = 50
    /// The first level of Home Assistant's discovery topics; nil for no discovery.
    public var discoveryPrefix: String?
    /// The Hermes protocol; nil for none.
    public var hermes: HermesConfiguration?

    /// The largest message that is taken to the bus, in bytes.
    static let maximumJSONBytes = 1 << 18
    /// The kinds that are published unless others are named.
    public static let publishedByDefault: [Kind] = [
        SpeechStarted.kind, SpeechEnded.kind, SpeechPartial.kind, SpeechTranscript.kind, SpeechIntent.kind,
        CommandInvoked.kind, VoiceRequestStatus.kind, CardShown.kind, AudioPlayback.kind, TurnEnded.kind,
    ]
    /// The kinds that are taken to the bus unless others are named.
    public static let acceptedByDefault: [Kind] = [
        SpeechTranscript.kind, ListenRequest.kind, AudioSequence.kind, AudioControl.kind,
    ]
    /// The kinds that are not published: sound, which is no JSON, and what only concerns the programs of a bus.
    /// Catalogs and states have topics of their own.
    private static let unpublished: Set<Kind> = [
        AudioInput.kind, AudioOutput.kind, Barrier.kind, Receipt.kind, Refusal.kind, Catalog.kind, StageStatus.kind,
        MQTTPublish.kind,
    ]
    /// The kinds that are not taken to the bus: those with which the stages coordinate.
    private static let unaccepted: Set<Kind> = unpublished.union([
        TurnEnded.kind, SpeechIntent.kind, CommandInvoked.kind, CommandResponse.kind, VoiceRequestStatus.kind,
    ])

    /// Creates a configuration with the default topics below a prefix.
    /// - Throws: ``MQTTError`` with code `bad-setting` for a prefix that cannot begin a topic.
    public init(settings: MQTTSettings, prefix: String = "saybus") throws(MQTTError) {
        // Home Assistant takes no device without a name.
        guard !prefix.isEmpty else { throw MQTTError(.badSetting, "a prefix of topics is not empty") }
        (self.settings, self.prefix) = (settings, prefix)
        topic = try TopicTemplate("\(prefix)/session/{session}/{kind}")
        commandTopic = try TopicTemplate("\(prefix)/session/{session}/{kind}/set")
    }

    /// Returns the kinds of a list of names.
    /// - Parameters:
    ///   - names: Names of kinds, such as `turn.ended`.
    ///   - isAccepted: Whether they are to be taken to the bus; else they are to be published.
    /// - Throws: ``MQTTError`` with code `bad-setting` for names that are no kinds, and for kinds that do not cross.
    public static func kinds(_ names: [String], isAccepted: Bool) throws(MQTTError) -> [Kind] {
        var kinds: [Kind] = []
        for name in names {
            guard let kind = Kind(rawValue: name), !kind.isShadow else {
                throw MQTTError(.badSetting, "\"\(name.shortened(to: 80))\" is no kind; saybus schema lists them")
            }
            guard !(isAccepted ? unaccepted : unpublished).contains(kind) else {
                throw MQTTError(
                    .badSetting,
                    isAccepted
                        ? "\(kind) is not taken from MQTT: the stages coordinate by it"
                        : "\(kind) is not published on MQTT: it is sound, or has topics of its own")
            }
            guard isAccepted || MessageCatalog.type(of: kind) != nil else {
                throw MQTTError(
                    .badSetting, "\(kind) is not published on MQTT: it is no kind of Saybus; saybus schema lists them")
            }
            kinds.append(kind)
        }
        return kinds
    }

    /// Returns the time for which a message of the bus waits for the MQTT broker; nil for as long as it takes. What
    /// somebody acts on is not to come late: a command of an app in the dispatcher has no deadline of its own.
    static func life(of kind: Kind, untilDeadline left: Duration?) -> Duration? {
        if let left { return left }
        guard let type = MessageCatalog.type(of: kind), type.delivery != nil else { return nil }
        return Duration.microseconds(Outbox.defaultLife)
    }

    /// The topic of the state of the bridge, which is `online` or `offline`.
    var statusTopic: String { "\(prefix)/status" }
    /// The topic of the bridge's counters.
    var bridgeTopic: String { "\(prefix)/bridge" }
    /// Returns the topic of the commands of an app.
    func commandEventTopic(_ app: String) -> String { "\(prefix)/app/\(TopicName.level(ofNames: [app]))/command" }
    /// Returns the topic of an app's catalog.
    func catalogTopic(_ app: String) -> String { "\(prefix)/catalog/\(TopicName.level(ofNames: [app]))" }
    /// Returns the topic of the state of the stages of a name: see ``RetainedStageStates/name(of:)``.
    func stageTopic(_ name: String) -> String { "\(prefix)/stage/\(name)" }
    /// The filters of the bridge's own retained messages, to find those of an earlier run.
    var ownRetainedFilters: [String] {
        ["\(prefix)/catalog/+", "\(prefix)/stage/+"]
            + (discoveryPrefix.map { ["\($0)/+/\(TopicName.identifier(ofPrefix: prefix))/+/config"] } ?? [])
    }
}
