import SaybusMessages

/// A message of the app's own, with places for values.
public struct Publication: Sendable, Equatable {
    /// Kinds that an app may not publish: by them the stages keep the bus in order.
    static let reserved: Set<Kind> = [
        StageStatus.kind, Barrier.kind, Receipt.kind, Refusal.kind, Catalog.kind, TurnEnded.kind, SpeechIntent.kind,
        AudioInput.kind, AudioOutput.kind,
    ]

    /// What kind of message: one of the pipeline's, or the app's own.
    public var kind: Kind
    /// The body.
    public var body: JSONTemplate

    /// Creates a message.
    public init(_ kind: Kind, _ body: JSONTemplate) { (self.kind, self.body) = (kind, body) }

    /// The message with every value filled in, held against the schema of its kind.
    public func render(_ values: ActionValues) throws(TemplateError) -> OutgoingMessage {
        let body = try body.render(values)
        if let problem = Self.problem(body, of: kind) {
            throw TemplateError(.badValue, "the \(kind) would be wrong: \(problem)")
        }
        return OutgoingMessage(kind: kind, body: body)
    }

    /// Why a body is none of its kind; nil when it is one, or the kind is the app's own.
    static func problem(_ body: JSONValue, of kind: Kind) -> String? {
        guard let type = MessageCatalog.type(of: kind) else { return nil }
        return type.schema.validate(body).first?.description
    }
}
