/// The response to an answer or a command: any combination of speech, a next question and an action.
///
/// Without a follow-up request, the feedback is spoken, the request is dismissed, and the action runs. With
/// one, the feedback is spoken, the action runs, and the follow-up request starts.
public struct VoiceRequestResponse: Sendable {
    /// An action of a response.
    public typealias Action = @ConversationActor @Sendable () async throws -> Void

    /// The speech.
    public var feedbackPrompt: VoicePrompt?
    /// The next question.
    public var followupRequest: (any VoiceRequest)?
    /// The action.
    public var action: Action?
    /// Whether the follow-up request is a retry of the same question.
    public var isRetry = false
    /// A description of the problem that ends the turn as failed; nil without a problem.
    public var problem: String?

    /// Creates a response.
    public init(
        feedbackPrompt: VoicePrompt? = nil, followupRequest: (any VoiceRequest)? = nil, action: Action? = nil
    ) {
        self.feedbackPrompt = feedbackPrompt
        self.followupRequest = followupRequest
        self.action = action
    }

    /// Returns a response with an action only.
    public static func terminalResponse(action: Action?) -> VoiceRequestResponse {
        VoiceRequestResponse(action: action)
    }

    /// Returns a response with a follow-up request only.
    public static func followup(_ request: any VoiceRequest) -> VoiceRequestResponse {
        VoiceRequestResponse(followupRequest: request)
    }

    /// Returns a response with speech only.
    public static func feedback(_ message: String) -> VoiceRequestResponse {
        VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: message))
    }
}
