/// What a skill is asked, or told.
public enum Request: Sendable, Equatable {
    /// The skill was opened, and nothing else was said.
    case launchRequest(LaunchRequest)
    /// The user said something that the skill's model has an intent for.
    case intentRequest(IntentRequest)
    /// The session is over; nothing that is answered is spoken.
    case sessionEndedRequest(SessionEndedRequest)
    /// Another skill, which this one had asked for something, is done.
    case sessionResumedRequest(SessionResumedRequest)
    /// Would the skill take this intent?
    case canFulfillIntentRequest(CanFulfillIntentRequest)
    /// An input of a dialog that another dialog manager held.
    case inputRequest(InputRequest)
    /// Another dialog manager calls a function of the skill.
    case apiInvocationRequest(APIInvocationRequest)
    /// A stream of the skill began, ended, was stopped or is nearly over.
    case playbackRequest(PlaybackRequest)
    /// A stream of the skill could not be played.
    case playbackFailedRequest(PlaybackFailedRequest)
    /// A button was pressed.
    case playbackControllerRequest(PlaybackControllerRequest)
    /// An answer of the skill could not be used.
    case exceptionEncounteredRequest(ExceptionEncounteredRequest)
    /// Nothing was said in answer; not one of Alexa's requests.
    case timeoutRequest(TimeoutRequest)
    /// Any other, as it came.
    case unknownRequest(UnknownRequest)

    /// The request itself.
    public var content: any SkillRequest {
        switch self {
        case .launchRequest(let request): request
        case .intentRequest(let request): request
        case .sessionEndedRequest(let request): request
        case .sessionResumedRequest(let request): request
        case .canFulfillIntentRequest(let request): request
        case .inputRequest(let request): request
        case .apiInvocationRequest(let request): request
        case .playbackRequest(let request): request
        case .playbackFailedRequest(let request): request
        case .playbackControllerRequest(let request): request
        case .exceptionEncounteredRequest(let request): request
        case .timeoutRequest(let request): request
        case .unknownRequest(let request): request
        }
    }

    /// `IntentRequest`, `AudioPlayer.PlaybackStarted`, …
    public var type: String { content.type }
    /// Different for every request.
    public var requestId: String { content.requestId }
    /// When it was sent.
    public var timestamp: Timestamp { content.timestamp }
    /// The language and country: `en-US`; nil where a request has none.
    public var locale: String? { content.locale }

    /// The intent of an ``IntentRequest`` or a ``CanFulfillIntentRequest``; nil for others.
    public var intent: Intent? {
        switch self {
        case .intentRequest(let request): request.intent
        case .canFulfillIntentRequest(let request): request.intent
        default: nil
        }
    }
}
