import SaybusMessages
import Synchronization

/// Makes a response, step by step.
///
/// Each method but ``getResponse()`` gives the builder itself, so that calls can be chained.
public final class ResponseBuilder: Sendable {
    private let response = Mutex(Response())

    /// An empty response.
    public init() {}

    /// The response as it is now.
    public func getResponse() -> Response { response.withLock { $0 } }

    /// What is said, in place of what was to be said.
    ///
    /// - Parameters:
    ///   - speechOutput: SSML, with or without `<speak>` around it. It is not escaped: see ``speak(text:playBehavior:)``.
    ///   - playBehavior: What happens to what is being said.
    @discardableResult
    public func speak(_ speechOutput: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        change { $0.outputSpeech = .ssml(SSMLText.speech(speechOutput), playBehavior: playBehavior) }
    }

    /// What is said, in words: `&`, `<` and quotes are what they are.
    @discardableResult
    public func speak(text: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        speak(SSMLText.escaped(text), playBehavior: playBehavior)
    }

    /// What is said when the user stays silent; the session goes on, and listens.
    ///
    /// - Parameters:
    ///   - repromptSpeechOutput: SSML, as for ``speak(_:playBehavior:)``.
    ///   - playBehavior: What happens to what is being said.
    @discardableResult
    public func reprompt(_ repromptSpeechOutput: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        change { response in
            let speech = OutputSpeech.ssml(SSMLText.speech(repromptSpeechOutput), playBehavior: playBehavior)
            response.reprompt = Reprompt(outputSpeech: speech, directives: response.reprompt?.directives)
            response.setShouldEndSession(false)
        }
    }

    /// What is said when the user stays silent, in words.
    @discardableResult
    public func reprompt(text: String, playBehavior: PlayBehavior? = nil) -> ResponseBuilder {
        reprompt(SSMLText.escaped(text), playBehavior: playBehavior)
    }

    /// Whether the session ends after the speech; see ``Response/shouldEndSession``.
    ///
    /// The last of this and of ``reprompt(_:playBehavior:)`` counts. With a video it does nothing: videos are outside of sessions.
    @discardableResult
    public func withShouldEndSession(_ shouldEndSession: Bool) -> ResponseBuilder {
        change { $0.setShouldEndSession(shouldEndSession) }
    }

    /// The answer to a ``CanFulfillIntentRequest``.
    @discardableResult
    public func withCanFulfillIntent(_ canFulfillIntent: CanFulfillIntent) -> ResponseBuilder {
        change { $0.canFulfillIntent = canFulfillIntent }
    }

    /// What a function that another dialog manager called returns.
    @discardableResult
    public func withApiResponse(_ apiResponse: JSONValue) -> ResponseBuilder {
        change { $0.apiResponse = apiResponse }
    }

    /// Something to be done after what is to be done already.
    @discardableResult
    public func addDirective(_ directive: Directive) -> ResponseBuilder {
        change { response in
            response.directives = (response.directives ?? []) + [directive]
            if directive.type == Directive.videoLaunch { response.shouldEndSession = nil }
        }
    }

    /// Something to be done when the user stays silent; the session goes on, and listens.
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
