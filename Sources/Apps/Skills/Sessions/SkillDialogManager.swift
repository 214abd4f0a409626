import Foundation
import SaybusMessages

/// Talks with a skill in one's own process, turn by turn, without a bus.
public struct SkillDialogManager: Sendable {
    /// How many silences in a row a session stands; at the next it ends.
    public static let maximumTimeouts = 2

    /// What the skill has kept.
    public var session: [String: JSONValue] { current.attributes }

    private let skill: any Skill
    private let context: Context
    private let locale: String
    private var current: SkillSession
    private var timeouts = 0

    /// A manager of a skill.
    ///
    /// - Parameters:
    ///   - skill: Answers.
    ///   - context: Names the skill, the user and the device.
    ///   - locale: The language and country.
    public init(skill: any Skill, context: Context = .local, locale: String = "en-US") {
        (self.skill, self.context, self.locale) = (skill, context, locale)
        current = SkillSession(context: context)
    }

    /// A manager of a skill with handlers only.
    public init(handlers: [any RequestHandler]) {
        self.init(skill: handlers.reduce(SkillBuilder()) { $0.addRequestHandler($1) }.create())
    }

    /// One turn; the first, and the first after the session's end, begins a session.
    ///
    /// A skill that asks again at every `TimeoutRequest` is told that its session ended, after ``maximumTimeouts``.
    ///
    /// Throws what the skill throws.
    ///
    /// - Parameters:
    ///   - type: `LaunchRequest`, `IntentRequest`, `SessionEndedRequest` or `TimeoutRequest`.
    ///   - nluResult: What was understood; for an `IntentRequest`.
    ///   - error: What went wrong; for a `SessionEndedRequest`.
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
        // Whatever the skill says to it, or throws.
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
    /// A skill, a user and a device for talks in one's own process.
    public static let local = Context(
        system: SystemState(
            application: Application(applicationId: "saybus.skill.local"), user: User(userId: "saybus.user.local"),
            device: Device(deviceId: "saybus.device.local", supportedInterfaces: SupportedInterfaces())))
}
