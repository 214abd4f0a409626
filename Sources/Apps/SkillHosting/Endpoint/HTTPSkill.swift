import SaybusExternalEngines
import SaybusSkills

/// A skill behind a web address. It gets the JSON requests that Alexa would post.
///
/// The requests do not carry Amazon's signature. A service that checks signatures must disable that check.
public struct HTTPSkill: Skill, SelfTimedSkill {
    /// Default timeout of a request, the same as Alexa's.
    public static let defaultTimeout = Duration.seconds(8)
    /// Maximum bytes of an answer, the same as Alexa's.
    public static let maximumSize = 120 << 10

    private let url: String
    private let timeout: Duration
    private let maximumSize: Int

    /// Creates a skill at an address.
    public init(url: String, timeout: Duration = Self.defaultTimeout, maximumSize: Int = Self.maximumSize) {
        (self.url, self.timeout, self.maximumSize) = (url, timeout, maximumSize)
    }

    /// Posts a request and returns the answer.
    /// - Throws: ``SkillFailure``, and `CancellationError` when the task was cancelled.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let exchange = HTTPExchange(
            method: .post, url: url,
            headers: [
                .init(name: "Content-Type", value: "application/json; charset=utf-8"),
                .init(name: "Accept", value: "application/json"),
            ], body: String(decoding: try envelope.json(), as: UTF8.self), timeout: timeout, maximumSize: maximumSize)
        switch try await HTTPClient().run(exchange) {
        case .success(let bytes): return try SkillAnswer.response(in: bytes, from: "the server")
        case .failure(let failure): throw SkillFailure(Self.code(of: failure), failure.reason)
        }
    }

    private static func code(of failure: HTTPFailure) -> SkillFailure.Code {
        switch failure.code {
        case .timeout: .timeout
        case .badAddress, .unreachable: .unreachable
        case .status, .redirected: .refused
        case .tooLarge: .tooLarge
        case .badAnswer, .notWritten: .badAnswer
        }
    }
}
