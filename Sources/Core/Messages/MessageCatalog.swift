/// The registry of all kinds of messages, used by the decoder, the tap, the schemas and the tests.
public enum MessageCatalog {
    /// All message types, in the order in which they occur in a turn.
    public static let all: [any BusMessage.Type] = [
        ListenRequest.self, ListenLevel.self, SpeechStarted.self, AudioInput.self, SpeechEnded.self,
        SpeechPartial.self, SpeechTranscript.self,
        SpeechIntent.self, IntentOffer.self,
        CommandInvoked.self, CommandResponse.self, VoiceRequestStatus.self, CardShown.self,
        AudioSequence.self, AudioControl.self, AudioPlayback.self, AudioOutput.self,
        MQTTPublish.self, TurnEnded.self,
        Catalog.self, StageStatus.self, Receipt.self, Barrier.self, Refusal.self,
    ]

    private static let byKind: [Kind: any BusMessage.Type] = Dictionary(
        all.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the type of a kind or of its shadow kind; nil when the kind is unknown.
    public static func type(of kind: Kind) -> (any BusMessage.Type)? {
        if let type = byKind[kind] { return type }
        return kind.shadowed.flatMap { byKind[$0] }
    }

    private static let reports = Set(all.filter { $0.isReport }.map { $0.kind })

    /// Returns whether a kind is a report, as ``BusMessage/isReport`` describes.
    public static func isReport(_ kind: Kind) -> Bool { reports.contains(kind) }

    /// Reads the body of a message of any kind.
    /// - Throws: ``MessageError`` for an unknown kind and for a malformed body.
    public static func decode(_ message: RawMessage) throws(MessageError) -> any BusMessage {
        guard let type = type(of: message.header.kind) else {
            throw MessageError(
                .unknownKind, "no kind is called \(message.header.kind)", source: message.header.source)
        }
        return try decode(message, as: type)
    }

    private static func decode<Body: BusMessage>(
        _ message: RawMessage, as _: Body.Type
    ) throws(MessageError) -> any BusMessage {
        try message.decode(Body.self).body
    }
}

extension BusMessage {
    /// The JSON Schema of the kind, with its examples.
    public static var jsonSchema: JSONValue {
        schema.jsonSchema(title: kind.rawValue, examples: examples.compactMap { try? JSONValue($0) })
    }
}
