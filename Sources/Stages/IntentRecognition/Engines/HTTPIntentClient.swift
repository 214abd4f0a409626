import Foundation
import SaybusExternalEngines
import SaybusMessages

/// A client of a web service: `POST {"text": "…"}`, with answers in the format of Rasa's `/model/parse`
/// (`ParseAnswer`).
public struct HTTPIntentClient: IntentClient {
    /// The maximum size of an answer in bytes; a larger answer is an error.
    static let maximumBytes = 1 << 20

    private let url: String
    private let timeout: Duration

    /// Creates a client of a service.
    /// - Parameters:
    ///   - url: The URL of the service.
    ///   - timeout: The time for an answer, including redirections.
    public init(_ url: URL, timeout: Duration) { (self.url, self.timeout) = (url.absoluteString, timeout) }

    /// Asks the service for the meaning of a text.
    public func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        let exchange = HTTPExchange(
            method: .post, url: url, headers: [.init(name: "Content-Type", value: "application/json")],
            body: JSONValue.object(["text": .string(text)]).text(), timeout: timeout,
            maximumSize: Self.maximumBytes)
        let result: Result<[UInt8], HTTPFailure>
        do {
            result = try await HTTPClient().run(exchange)
        } catch {
            throw EngineFailure(.unreachable, "\(exchange.name) was not waited for")
        }
        switch result {
        case .success(let bytes): return try ParseAnswer.interpretations(Data(bytes), from: exchange.name)
        case .failure(let failure): throw EngineFailure(Self.code(of: failure), failure.reason)
        }
    }

    private static func code(of failure: HTTPFailure) -> EngineFailure.Code {
        switch failure.code {
        case .timeout: .timeout
        case .badAddress, .unreachable: .unreachable
        case .status, .redirected: .refused
        case .tooLarge, .badAnswer, .notWritten: .garbage
        }
    }
}
