extension Request: Codable {
    /// Decodes a request of any type.
    public init(from decoder: any Decoder) throws {
        switch try decoder.objectType {
        case LaunchRequest.type: self = .launchRequest(try LaunchRequest(from: decoder))
        case IntentRequest.type: self = .intentRequest(try IntentRequest(from: decoder))
        case SessionEndedRequest.type: self = .sessionEndedRequest(try SessionEndedRequest(from: decoder))
        case SessionResumedRequest.type: self = .sessionResumedRequest(try SessionResumedRequest(from: decoder))
        case CanFulfillIntentRequest.type: self = .canFulfillIntentRequest(try CanFulfillIntentRequest(from: decoder))
        case InputRequest.type: self = .inputRequest(try InputRequest(from: decoder))
        case APIInvocationRequest.type: self = .apiInvocationRequest(try APIInvocationRequest(from: decoder))
        case PlaybackFailedRequest.type: self = .playbackFailedRequest(try PlaybackFailedRequest(from: decoder))
        case ExceptionEncounteredRequest.type:
            self = .exceptionEncounteredRequest(try ExceptionEncounteredRequest(from: decoder))
        case TimeoutRequest.type: self = .timeoutRequest(try TimeoutRequest(from: decoder))
        case let type where PlaybackRequest.Event(rawValue: type) != nil:
            self = .playbackRequest(try PlaybackRequest(from: decoder))
        case let type where PlaybackControllerRequest.Command(rawValue: type) != nil:
            self = .playbackControllerRequest(try PlaybackControllerRequest(from: decoder))
        default: self = .unknownRequest(try UnknownRequest(from: decoder))
        }
    }

    /// Encodes the request with its `type`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.write(content, type: type)
    }
}
