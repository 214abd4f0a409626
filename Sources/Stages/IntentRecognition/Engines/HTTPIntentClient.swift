import Foundation
import SaybusExternalEngines
import SaybusMessages

/// Asks a web service: `POST {"text": "…"}`, answered as Rasa's `/model/parse` answers (``ParseAnswer``).
public struct HTTPIntentClient: IntentClient {
    /// The largest answer that is read; what follows is not waited for.
    static let maximumBytes = 1 << 20

    private let url: String
    private let patience: Duration

    /// Asks the service at a URL.
    /// - Parameter patience: How long an answer may take, redirections and all.
    public init(_ url: URL, patience: Duration) { (self.url, self.patience) = (url.absoluteString, patience) }

    /// Asks the service.
    public func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        let exchange = HTTPExchange(
            method: .post, url: url, headers: [.init(name: "Content-Type", value: "application/json")],
            body: JSONValue.object(["text": .string(text)]).text(), timeout: patience,
            maximumSize: Self.maximumBytes)
        let result: Result<[UInt8], HTTPFailure>
        do {
            result = try await HTTPClient().run(exchange)
        } catch {
            throw EngineFailure(.unreachable, "\(exchange.name) was not waited for")
        }
        switch result {
        case .success(let bytes): return try ParseAnswer.readings(Data(bytes), from: exchange.name)
        case .failure(let failure): throw EngineFailure(Self.code(of: failure), failure.reason)
        }
    }

    private static func code(of failure: HTTPFailure) -> EngineFailure.Code {
        switch failure.code {
        case .timeout: .timeout
        case .badAddress, .unreachable: .unreachable
        case .status, .redirected: .refused
        case .tooLarge, .badAnswer: .garbage
        }
    }
}
