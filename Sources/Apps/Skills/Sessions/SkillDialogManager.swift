import Foundation
import SaybusMessages

/// A dialog with a skill in the same process, turn by turn, without a bus.
public struct SkillDialogManager: Sendable {
    /// Number of consecutive timeouts that a session survives. The next timeout ends it.
    public static let maximumTimeouts = 2

    /// The session attributes that the skill has stored.
    public var session: [String: JSONValue] { current.attributes }

    private let skill: any Skill
    private let context: Context
    private let locale: String
    private var current: SkillSession
    private var timeouts = 0

    /// Creates a manager of a skill.
    ///
    /// - Parameters:
    ///   - skill: The skill that answers.
    ///   - context: The skill, the user and the device of each request.
    ///   - locale: The language and country.
    public init(skill: any Skill, context: Context = .local, locale: String = "en-US") {
        (self.skill, self.context, self.locale) = (skill, context, locale)
        current = SkillSession(context: context)
    }

    /// Creates a skill that consists of these handlers, and a manager of it. The last speech and its reprompt are kept
    /// in ``session``, as `speakOutput` and `repromptSpeech`.
    public init(handlers: [any RequestHandler]) {
        let builder = SkillBuilder().addResponseInterceptors(LastSpeechInterceptor())
        self.init(skill: handlers.reduce(builder) { $0.addRequestHandler($1) }.create())
    }

    /// Runs one turn with the skill. The first turn, and the first turn after a session's end, start a session.
    ///
    /// After ``maximumTimeouts`` consecutive `TimeoutRequest`s the skill gets a `SessionEndedRequest` in place of
    /// the next one.
    ///
    /// - Parameters:
    ///   - type: `LaunchRequest`, `IntentRequest`, `SessionEndedRequest` or `TimeoutRequest`.
    ///   - nluResult: The recognized intent, for an `IntentRequest`.
    ///   - error: The error, for a `SessionEndedRequest`.
    /// - Throws: The skill's errors.
    public mutating func turn(
        type: String, nluResult: NLUResult? = nil, error: SessionEndedError? = nil
    ) async throws -> Response {
        timeouts = type == TimeoutRequest.type ? timeouts + 1 : 0
        if timeouts > Self.maximumTimeouts {
            timeouts = 0
            return try await end(.exceededMaxReprompts, error: nil)
        }
        let (id, time) = Self.newRequest()
        switch (type, nluResult) {
        case (LaunchRequest.type, _):
            return try await turn(.launchRequest(LaunchRequest(requestId: id, timestamp: time, locale: locale)))
        case (IntentRequest.type, let result?):
            let intent = Intent(name: result.intent, slots: result.slots)
            return try await turn(
                .intentRequest(IntentRequest(requestId: id, timestamp: time, locale: locale, intent: intent)))
        case (TimeoutRequest.type, _):
            return try await turn(.timeoutRequest(TimeoutRequest(requestId: id, timestamp: time, locale: locale)))
        case (SessionEndedRequest.type, _):
            return try await end(error == nil ? .userInitiated : .error, error: error)
        default:
            throw SkillError(
                .badEnvelope,
                type == IntentRequest.type
                    ? "an IntentRequest needs what was understood, nluResult"
                    : "\(type.prefix(100)) is none of LaunchRequest, IntentRequest, TimeoutRequest, SessionEndedRequest"
            )
        }
    }

    private mutating func end(_ reason: SessionEndedRequest.Reason, error: SessionEndedError?) async throws -> Response
    {
        // The session ends even if the skill throws.
        defer { current = SkillSession(context: context) }
        let (id, time) = Self.newRequest()
        let request = SessionEndedRequest(
            requestId: id, timestamp: time, locale: locale, reason: reason, error: error)
        var response = try await turn(.sessionEndedRequest(request))
        response.shouldEndSession = true
        return response
    }

    private mutating func turn(_ request: Request) async throws -> Response {
        if current.isOver { current = SkillSession(context: context) }
        let answer = try await skill.invoke(current.envelope(request))
        current.take(answer)
        return answer.response
    }

    private static func newRequest() -> (String, Timestamp) {
        ("saybus.request.\(Identifier<Request>())", Timestamp(Date()))
    }
}

extension Context {
    /// A skill, a user and a device for dialogs in one process.
    public static let local = Context(
        system: SystemState(
            application: Application(applicationId: "saybus.skill.local"), user: User(userId: "saybus.user.local"),
            device: Device(deviceId: "saybus.device.local", supportedInterfaces: SupportedInterfaces())))
}
