import SaybusDispatch
import SaybusPhrases

/// One question with its answer, independent of the answer's type.
@ConversationActor
protocol RequestCycle: AnyObject, Sendable {
    var request: any VoiceRequest { get }
    /// Interprets an utterance.
    /// - Returns: The reasons why it is not a valid answer; empty for a valid one.
    func interpret(_ result: SpeechRecognitionResult) async throws -> [ValidationError]
    /// Takes an answer that was not spoken.
    /// - Returns: False when its type is not the request's.
    func take(_ interpretation: any Sendable) -> Bool
    /// Asks the responder about the interpretation.
    func respond() async throws -> VoiceRequestResponse
    /// Asks the responder about a recognition error.
    func respond(to error: RecognitionError) async throws -> VoiceRequestResponse
    /// Asks the responder for the cleanup of a cancelled question; nil for none.
    func actionForCancellation() -> VoiceRequestResponse.Action?
}

/// One question with its answer, for one type of answers.
@ConversationActor
final class TypedRequestCycle<Request: VoiceRequest>: RequestCycle {
    private let typed: Request
    private var interpretation: Interpretation<Request.Value>?

    var request: any VoiceRequest { typed }

    init(_ request: Request) { typed = request }

    func interpret(_ result: SpeechRecognitionResult) async throws -> [ValidationError] {
        var interpretation = try await typed.interpreter.interpret(result)
        if !typed.isImplicit, result.confidence < Confidence.likely, interpretation.isAgreement {
            interpretation = result.unfitting(.invalidInput, .misheard)
        }
        self.interpretation = interpretation
        return interpretation.validationErrors
    }

    func take(_ interpretation: any Sendable) -> Bool {
        guard let interpretation = interpretation as? Interpretation<Request.Value> else { return false }
        self.interpretation = interpretation
        return true
    }

    func respond() async throws -> VoiceRequestResponse {
        guard let interpretation else { return .done }
        return try await typed.responder.response(to: interpretation)
    }

    func respond(to error: RecognitionError) async throws -> VoiceRequestResponse {
        try await typed.responder.response(toRecognitionError: error)
    }

    func actionForCancellation() -> VoiceRequestResponse.Action? { typed.responder.actionForCancellation() }
}

/// Returns a cycle for a request.
@ConversationActor
func makeCycle(_ request: some VoiceRequest) -> any RequestCycle { TypedRequestCycle(request) }
