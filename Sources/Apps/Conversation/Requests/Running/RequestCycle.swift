import SaybusMessages

/// One question with its answer, whatever its types.
@ConversationActor
protocol RequestCycle: AnyObject, Sendable {
    var request: any VoiceRequest { get }
    /// Interprets what was heard; gives why it does not fit, nil when it does.
    func interpret(_ result: SpeechRecognitionResult) async throws -> [ValidationError]
    /// Takes an answer from elsewhere; false when it is of another type than the request's.
    func take(_ interpretation: any Sendable) -> Bool
    /// Asks the responder about the interpretation.
    func respond() async throws -> VoiceRequestResponse
    /// Asks the responder about a failure to hear.
    func respond(to error: RecognitionError) async throws -> VoiceRequestResponse
    /// Asks the responder what to clean up.
    func actionForCancellation() -> VoiceRequestResponse.Action?
}

/// One question of a type with its answer.
@ConversationActor
final class TypedRequestCycle<Request: VoiceRequest>: RequestCycle {
    private let typed: Request
    private var interpretation: Interpretation<Request.Value>?

    var request: any VoiceRequest { typed }

    init(_ request: Request) { typed = request }

    func interpret(_ result: SpeechRecognitionResult) async throws -> [ValidationError] {
        let interpretation = try await typed.interpreter.interpret(result)
        self.interpretation = interpretation
        return interpretation.validationErrors
    }

    func take(_ interpretation: any Sendable) -> Bool {
        guard let interpretation = interpretation as? Interpretation<Request.Value> else { return false }
        self.interpretation = interpretation
        return true
    }

    func respond() async throws -> VoiceRequestResponse {
        guard let interpretation else { return .terminalResponse(action: nil) }
        return try await typed.responder.response(to: interpretation)
    }

    func respond(to error: RecognitionError) async throws -> VoiceRequestResponse {
        try await typed.responder.response(toRecognitionError: error)
    }

    func actionForCancellation() -> VoiceRequestResponse.Action? { typed.responder.actionForCancellation() }
}

/// A cycle for a request of any type.
@ConversationActor
func makeCycle(_ request: some VoiceRequest) -> any RequestCycle { TypedRequestCycle(request) }
