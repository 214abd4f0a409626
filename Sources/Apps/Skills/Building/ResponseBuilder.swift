import SaybusMessages
import Synchronization

/// A builder of a response.
///
/// Every method except ``getResponse()`` returns the builder itself, so that calls can be chained.
public final class ResponseBuilder: Sendable {
    private let response = Mutex(Response())

    /// Creates an empty response.
    public init() {}

    /// Returns the response built so far.
    public func getResponse() -> Response { response.withLock { $0 } }

    /// Sets the speech, replacing any earlier speech.
    ///
    /// - Parameters:
    ///   - speechOutput: SSML, with or without `<speak>` around it. It is not escaped; for plain text use
    ///     ``speak(text:playBehavior:)``.
    ///   - playBehavior: The treatment of current and queued speech.
    @discardableResult
    public func speak(_ speechOutput: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        change { $0.outputSpeech = .ssml(SSMLText.speech(speechOutput), playBehavior: playBehavior) }
    }

    /// Sets the speech to plain text. `&`, `<` and quotes are escaped.
    @discardableResult
    public func speak(text: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        speak(SSMLText.escaped(text), playBehavior: playBehavior)
    }

    /// Sets the reprompt, which is spoken when the user stays silent. The session stays open and the device
    /// listens.
    ///
    /// - Parameters:
    ///   - repromptSpeechOutput: SSML, as for ``speak(_:playBehavior:)``.
    ///   - playBehavior: The treatment of current and queued speech.
    @discardableResult
    public func reprompt(_ repromptSpeechOutput: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        change { response in
            let speech = OutputSpeech.ssml(SSMLText.speech(repromptSpeechOutput), playBehavior: playBehavior)
            response.reprompt = Reprompt(outputSpeech: speech, directives: response.reprompt?.directives)
            response.setShouldEndSession(false)
        }
    }

    /// Sets the reprompt to plain text. `&`, `<` and quotes are escaped.
    @discardableResult
    public func reprompt(text: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        reprompt(SSMLText.escaped(text), playBehavior: playBehavior)
    }

    /// Sets whether the session ends after the speech; see ``Response/shouldEndSession``.
    ///
    /// This method and ``reprompt(_:playBehavior:)`` set the same property; the last call counts. With a video
    /// the call has no effect, since videos play outside of sessions.
    @discardableResult
    public func withShouldEndSession(_ shouldEndSession: Bool) -> ResponseBuilder {
        change { $0.setShouldEndSession(shouldEndSession) }
    }

    /// Sets the answer to a ``CanFulfillIntentRequest``.
    @discardableResult
    public func withCanFulfillIntent(_ canFulfillIntent: CanFulfillIntent) -> ResponseBuilder {
        change { $0.canFulfillIntent = canFulfillIntent }
    }

    /// Sets the return value of an API that another dialog manager invoked.
    @discardableResult
    public func withApiResponse(_ apiResponse: JSONValue) -> ResponseBuilder {
        change { $0.apiResponse = apiResponse }
    }

    /// Appends a directive.
    @discardableResult
    public func addDirective(_ directive: Directive) -> ResponseBuilder {
        change { response in
            response.directives = (response.directives ?? []) + [directive]
            if directive.type == Directive.videoLaunch { response.shouldEndSession = nil }
        }
    }

    /// Appends a directive to the reprompt. The session stays open and the device listens.
    @discardableResult
    public func addDirectiveToReprompt(_ directive: Directive) -> ResponseBuilder {
        change { response in
            var reprompt = response.reprompt ?? Reprompt()
            reprompt.directives = (reprompt.directives ?? []) + [directive]
            response.reprompt = reprompt
            response.setShouldEndSession(false)
        }
    }

    func change(_ body: (inout Response) -> Void) -> ResponseBuilder {
        response.withLock { body(&$0) }
        return self
    }
}

extension Response {
    fileprivate mutating func setShouldEndSession(_ value: Bool) {
        if directives?.contains(where: { $0.type == Directive.videoLaunch }) != true { shouldEndSession = value }
    }
}

extension Directive {
    static let videoLaunch = "VideoApp.Launch"
}
