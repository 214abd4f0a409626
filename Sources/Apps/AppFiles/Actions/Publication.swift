import SaybusMessages

/// A message that an app publishes, with placeholders for values.
public struct Publication: Sendable, Equatable {
    /// Kinds that an app may not publish, since the stages use them to coordinate.
    static let reserved: Set<Kind> = [
        StageStatus.kind, Barrier.kind, Receipt.kind, Refusal.kind, Catalog.kind, TurnEnded.kind, SpeechIntent.kind,
        AudioInput.kind, AudioOutput.kind,
    ]

    /// The kind: one of the pipeline's, or the app's own.
    var kind: Kind
    /// The body.
    public var body: JSONTemplate

    /// Creates a message.
    init(_ kind: Kind, _ body: JSONTemplate) { (self.kind, self.body) = (kind, body) }

    /// Returns the message with all values filled in, validated against the schema of its kind.
    func render(_ values: ActionValues) throws(TemplateError) -> OutgoingMessage {
        let body = Self.completed(try body.render(values), of: kind)
        if let problem = Self.problem(body, of: kind) {
            throw TemplateError(.badValue, "the \(kind) would be wrong: \(problem)")
        }
        return OutgoingMessage(kind: kind, body: body)
    }

    /// Returns a body in which the payload for an MQTT broker is text: a mapping or a number becomes JSON.
    static func completed(_ body: JSONValue, of kind: Kind) -> JSONValue {
        guard kind == MQTTPublish.kind, case .object(var members) = body, let payload = members["payload"] else {
            return body
        }
        if case .string = payload { return body }
        members["payload"] = .string(payload.text())
        return .object(members)
    }

    /// Returns the reason why a body is invalid for its kind; nil for a valid body or a custom kind.
    static func problem(_ body: JSONValue, of kind: Kind) -> String? {
        guard let type = MessageCatalog.type(of: kind) else { return nil }
        if let problem = type.schema.validate(body).first { return problem.description }
        guard kind == MQTTPublish.kind, case .string(let topic) = body["topic"] else { return nil }
        return MQTTPublish.problem(ofTopic: topic)
    }
}
