import SaybusDispatch

/// The response to an answer or a command: any combination of speech, a next question and an action.
///
/// Without a follow-up request, the feedback is spoken, the request is dismissed, and the action runs. With
/// one, the feedback is spoken, the action runs, and the follow-up request starts.
///
/// ```swift
/// return .say("The light is on.")
/// return .ask(ConfirmationRequest("Shall I?") { yes in yes ? .say("Good.") : .done })
/// return .done
/// ```
public struct VoiceRequestResponse: Sendable {
    /// A closure of the app that runs after the feedback.
    public typealias Action = @ConversationActor @Sendable () async throws -> Void

    /// The words to speak first; nil for none.
    public var feedbackPrompt: VoicePrompt?
    /// The next question, asked after the action; nil for none.
    public var followupRequest: (any VoiceRequest)?
    /// The closure that runs after the feedback; nil for none.
    public var action: Action?
    /// Whether the follow-up request is a retry of the same question.
    public var isRetry = false
    /// A description of the problem that ends the turn as failed; nil without a problem.
    public var problem: String?
    /// Called with true before the feedback is spoken, and with false when it is over or cancelled. Unlike an
    /// ``action``, it leaves nothing to do for a successor of this program.
    package var feedbackObserver: (@ConversationActor @Sendable (Bool) -> Void)?
    /// Called with the end of the feedback, before the ``action``.
    package var feedbackEnd: (@ConversationActor @Sendable (PlaybackEnd) -> Void)?
    /// Whether the response answers words about the question, which use up no try.
    var isRemark = false
    /// Whether the user has called the question or the app off, so that an empty response is no mistake.
    package var isCallOff = false
    /// Whether the app has done all there is to do, so that an empty response is no mistake.
    package var isDone = false
    private let receipt = ResponseReceipt()

    /// Creates a response; one without any of the three says and does nothing.
    public init(
        feedbackPrompt: VoicePrompt? = nil, followupRequest: (any VoiceRequest)? = nil, action: Action? = nil
    ) {
        self.feedbackPrompt = feedbackPrompt
        self.followupRequest = followupRequest
        self.action = action
    }

    /// The response of an app that has done its work and says nothing.
    public static var done: VoiceRequestResponse {
        var response = VoiceRequestResponse()
        response.isDone = true
        return response
    }

    /// Returns a response that speaks.
    /// - Parameters:
    ///   - text: The words.
    ///   - action: The action after the speech; nil for none.
    public static func say(_ text: String, then action: Action? = nil) -> VoiceRequestResponse {
        VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: text), action: action)
    }

    /// Returns a response that asks a question.
    /// - Parameters:
    ///   - request: The question.
    ///   - text: The words before the question; nil for none.
    public static func ask(_ request: any VoiceRequest, saying text: String? = nil) -> VoiceRequestResponse {
        VoiceRequestResponse(feedbackPrompt: text.map { VoicePrompt(message: $0) }, followupRequest: request)
    }

    /// Returns a response with an action only.
    public static func terminalResponse(action: Action?) -> VoiceRequestResponse {
        VoiceRequestResponse(action: action)
    }

    /// Returns a response with a follow-up request only.
    public static func followup(_ request: any VoiceRequest) -> VoiceRequestResponse { ask(request) }

    /// Returns a response with speech only.
    public static func feedback(_ message: String) -> VoiceRequestResponse { say(message) }

    /// Whether the response has no effect, and does not say that this is meant.
    var isEmpty: Bool { feedbackPrompt == nil && followupRequest == nil && action == nil && problem == nil && !isDone }

    /// Records that the response is carried out.
    func take() { receipt.take() }
}
