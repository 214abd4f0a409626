import Foundation
import SaybusMessages

// The names of the article "Create an Alexa-Compatible Dialog Manager In Swift" (Spokestack, 2020), where they differ
// from those of Amazon's library, so that its handlers compile unchanged; see `Seed.md`.

/// The article's name of ``AttributesManager``.
public typealias AttributeManager = AttributesManager

extension RequestEnvelope {
    /// The user's intent.
    public typealias Intent = SaybusSkills.Intent
    /// A request to a skill.
    public typealias Request = SaybusSkills.Request

    /// Creates the envelope of a request in a session of the skill, the user and the device of `Context.local`.
    /// - Parameters:
    ///   - type: `LaunchRequest`, `IntentRequest`, `TimeoutRequest`, or any other type.
    ///   - nluResult: The recognized intent, for an `IntentRequest`.
    ///   - session: The session attributes.
    public init(type: String, nluResult: NLUResult?, session: [String: JSONValue] = [:]) {
        let (id, time) = ("saybus.request.\(Identifier<Request>())", Timestamp(Date()))
        let request: Request =
            switch (type, nluResult) {
            case (IntentRequest.type, let result?):
                .intentRequest(
                    IntentRequest(
                        requestId: id, timestamp: time, locale: "en-US",
                        intent: Intent(name: result.intent, slots: result.slots)))
            case (LaunchRequest.type, _):
                .launchRequest(LaunchRequest(requestId: id, timestamp: time, locale: "en-US"))
            case (TimeoutRequest.type, _):
                .timeoutRequest(TimeoutRequest(requestId: id, timestamp: time, locale: "en-US"))
            default: .unknownRequest(UnknownRequest(type: type, requestId: id, timestamp: time, locale: "en-US"))
            }
        let system = Context.local.system
        self.init(
            session: Session(
                new: session.isEmpty, sessionId: "saybus.session.local", application: system.application,
                attributes: session, user: system.user),
            context: .local, request: request)
    }
}

extension AttributesManager {
    /// Creates the attributes of a session, as the article does.
    /// - Parameter session: The session attributes. Values that JSON lacks are left out.
    public convenience init(session: [String: Any]) {
        self.init(
            requestEnvelope: RequestEnvelope(
                type: LaunchRequest.type, nluResult: nil, session: session.compactMapValues(JSONValue.init(any:))))
    }
}

extension HandlerInput {
    /// Creates the input of a turn, as the article's dialog manager does.
    /// - Parameters:
    ///   - session: The session attributes. Values that JSON lacks are left out.
    ///   - type: The request's type.
    ///   - nluResult: The recognized intent, for an `IntentRequest`.
    public init(session: [String: Any], type: String, nluResult: NLUResult?) {
        self.init(
            requestEnvelope: RequestEnvelope(
                type: type, nluResult: nluResult, session: session.compactMapValues(JSONValue.init(any:))))
    }

    /// The article's misspelling of ``attributesManager``.
    @available(*, unavailable, renamed: "attributesManager", message: "the article misspells it: attributesManager")
    public var attributeMananger: AttributesManager { attributesManager }
}

extension Response {
    /// The speech without its `<speak>` element; empty without speech.
    public var speak: String {
        switch outputSpeech {
        case .plainText(let text, _): text
        case .ssml(let ssml, _): SSMLText.content(ssml)
        case nil: ""
        }
    }
}

extension JSONValue {
    /// Creates a value from one of any type; nil for values that JSON lacks.
    fileprivate init?(any value: Any) {
        switch value {
        case let value as JSONValue: self = value
        case let value as any Encodable:
            guard let value = try? JSONValue(value) else { return nil }
            self = value
        case let values as [Any]: self = .array(values.compactMap(JSONValue.init(any:)))
        case let members as [String: Any]: self = .object(members.compactMapValues(JSONValue.init(any:)))
        default: return nil
        }
    }
}
