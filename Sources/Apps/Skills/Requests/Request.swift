/// A request or notification to a skill.
public enum Request: Sendable, Equatable {
    /// The launch of a skill without an intent.
    case launchRequest(LaunchRequest)
    /// A request that carries an intent of the skill's model.
    case intentRequest(IntentRequest)
    /// The end of the session. The device does not speak the answer.
    case sessionEndedRequest(SessionEndedRequest)
    /// The resumption of a session after another skill completed a task for this one.
    case sessionResumedRequest(SessionResumedRequest)
    /// The question whether the skill could fulfill an intent.
    case canFulfillIntentRequest(CanFulfillIntentRequest)
    /// An input of a dialog that another dialog manager conducted.
    case inputRequest(InputRequest)
    /// The invocation of a skill's API by another dialog manager.
    case apiInvocationRequest(APIInvocationRequest)
    /// A change in the playback of the skill's stream.
    case playbackRequest(PlaybackRequest)
    /// The report that a stream of the skill could not be played.
    case playbackFailedRequest(PlaybackFailedRequest)
    /// A press of a playback button.
    case playbackControllerRequest(PlaybackControllerRequest)
    /// The report that an answer of the skill could not be used.
    case exceptionEncounteredRequest(ExceptionEncounteredRequest)
    /// The report that the user did not answer. Alexa has no such request.
    case timeoutRequest(TimeoutRequest)
    /// A request of any other type, kept unchanged.
    case unknownRequest(UnknownRequest)

    /// The request of its own type.
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

    /// The request's type, such as `IntentRequest` or `AudioPlayer.PlaybackStarted`.
    public var type: String { content.type }
    /// The unique id of the request.
    public var requestId: String { content.requestId }
    /// The time at which the host sent the request.
    public var timestamp: Timestamp { content.timestamp }
    /// The language and country, such as `en-US`; nil for requests that have none.
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
