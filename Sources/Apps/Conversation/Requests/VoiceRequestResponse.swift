/// How to go on after an answer or a command: any mix of something to say, a next question, and something to do.
///
/// Without a follow-up: the feedback is spoken, the request is dismissed, the action is run. With one: the feedback is spoken, the
/// action is run, the follow-up begins.
public struct VoiceRequestResponse: Sendable {
    /// Something to do.
    public typealias Action = @ConversationActor @Sendable () async throws -> Void

    /// What to say first.
    public var feedbackPrompt: VoicePrompt?
    /// What to ask next.
    public var followupRequest: (any VoiceRequest)?
    /// What to do.
    public var action: Action?
    /// Whether the follow-up is another try of the same question.
    public var isRetry = false
    /// Why nothing came of the answer, in a sentence, which ends the turn as failed; nil when something did.
    public var problem: String?

    /// A response.
    public init(
        feedbackPrompt: VoicePrompt? = nil, followupRequest: (any VoiceRequest)? = nil, action: Action? = nil
    ) {
        self.feedbackPrompt = feedbackPrompt
        self.followupRequest = followupRequest
        self.action = action
    }

    /// A response that only does something, or nothing.
    public static func terminalResponse(action: Action?) -> VoiceRequestResponse {
        VoiceRequestResponse(action: action)
    }

    /// A response that only asks.
    public static func followup(_ request: any VoiceRequest) -> VoiceRequestResponse {
        VoiceRequestResponse(followupRequest: request)
    }

    /// A response that only says something.
    public static func feedback(_ message: String) -> VoiceRequestResponse {
        VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: message))
    }
}
