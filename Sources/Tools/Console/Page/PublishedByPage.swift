import SaybusBus
import SaybusMessages

/// The messages that pages may publish: what a person does. Nothing that a stage says about itself is among them.
struct PublishedByPage: Sendable {
    /// The kinds that pages may publish.
    static let kinds: [Kind] = [SpeechTranscript.kind, ListenRequest.kind, AudioControl.kind]
    /// The tracked ones among them.
    static let tracking: [any BusMessage.Type] = [SpeechTranscript.self, ListenRequest.self]
    /// The most characters of a typed text.
    static let maximumTextLength = 1000
    /// The time in which a typed text must be answered.
    static let textTime: Int64 = 20_000_000
    /// The time in which a button must have an effect.
    static let requestTime: Int64 = 5_000_000

    let bus: Bus

    /// Publishes a message of a page.
    /// - Returns: The header with which it was published; a typed text begins a turn.
    /// - Throws: A ``PageError`` with a sentence for the page, or a `BusError`.
    func publish(_ kind: Kind, in session: Session, _ body: JSONValue) throws -> Header {
        switch kind {
        case SpeechTranscript.kind:
            guard case .string(let given) = body["text"] else {
                throw PageError(.unreadable, "speech.transcript needs a text")
            }
            let text = given.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !text.isEmpty, text.count <= Self.maximumTextLength else {
                throw PageError(.refused, "a text has 1 to \(Self.maximumTextLength) characters")
            }
            try require(.intent, for: session)
            return try bus.publish(
                SpeechTranscript(text: text, engine: "text"), session: session, turn: TurnID(),
                deadline: bus.now + Self.textTime)
        case ListenRequest.kind:
            let request = try PageMessage.decode(ListenRequest.self, body)
            try require(.listen, for: session)
            // Without a recognizer, the user would speak in vain, and would not be told so.
            if request.opensTurn { try require(.transcribe, for: session) }
            return try bus.publish(request, session: session, deadline: bus.now + Self.requestTime)
        case AudioControl.kind:
            // While the broker is away, the connection keeps the message. Minutes later it would hit another sequence.
            return try bus.publish(
                try PageMessage.decode(AudioControl.self, body), session: session, deadline: bus.now + Self.requestTime)
        default:
            let known = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw PageError(.refused, "a page publishes \(known) only, not \(kind)")
        }
    }

    private func require(_ role: Role, for session: Session) throws(PageError) {
        guard bus.presence.isReady(role, for: session) else {
            throw PageError(
                .unavailable,
                "no \(role) stage is ready for the conversation \(session): see saybus status, or start saybus up")
        }
    }
}

extension ListenRequest {
    /// Whether somebody is to speak.
    fileprivate var opensTurn: Bool {
        guard withdraws == nil else { return false }
        switch mode {
        case .wake, .pushToTalk, .hold, .followUp, .continuous: return true
        case .release, .off: return false
        }
    }
}
