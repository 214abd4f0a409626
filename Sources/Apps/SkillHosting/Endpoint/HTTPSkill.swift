import SaybusExternalEngines
import SaybusSkills

/// A skill behind a web address: it gets each request as Alexa would post it. What it is written with does not matter.
///
/// The requests bear no signature of Amazon's: a service that checks them must be told not to.
public struct HTTPSkill: Skill {
    /// How long a skill may take, as with Alexa.
    public static let patience = Duration.seconds(8)
    /// The most bytes of an answer, as with Alexa.
    public static let maximumSize = 120 << 10

    private let url: String
    private let patience: Duration
    private let maximumSize: Int

    /// Creates a skill at an address.
    public init(url: String, patience: Duration = Self.patience, maximumSize: Int = Self.maximumSize) {
        (self.url, self.patience, self.maximumSize) = (url, patience, maximumSize)
    }

    /// Posts the request.
    /// - Throws: ``SkillFailure``, and `CancellationError` when the task was cancelled.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        let exchange = HTTPExchange(
            method: .post, url: url,
            headers: [
                .init(name: "Content-Type", value: "application/json; charset=utf-8"),
                .init(name: "Accept", value: "application/json"),
            ], body: String(decoding: try envelope.json(), as: UTF8.self), timeout: patience, maximumSize: maximumSize)
        switch try await HTTPClient().run(exchange) {
        case .success(let bytes): return try ResponseEnvelope(parsing: bytes)
        case .failure(let failure): throw SkillFailure(Self.code(of: failure), failure.reason)
        }
    }

    private static func code(of failure: HTTPFailure) -> SkillFailure.Code {
        switch failure.code {
        case .timeout: .timeout
        case .badAddress, .unreachable: .unreachable
        case .status, .redirected: .refused
        case .tooLarge: .tooLarge
        case .badAnswer: .badAnswer
        }
    }
}
