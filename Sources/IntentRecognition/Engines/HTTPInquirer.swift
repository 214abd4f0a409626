import ForeignEngines
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks a web service: `POST {"text": "…"}`, answered as Rasa's `/model/parse` answers (``ParseAnswer``).
public struct HTTPInquirer: IntentInquirer {
    /// The largest answer that is read.
    static let maximumBytes = 1 << 20

    private let url: URL
    private let session: URLSession

    /// Asks the service at a URL.
    /// - Parameter patience: How long an answer may take.
    public init(_ url: URL, patience: Duration) {
        self.url = url
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = max(0.001, patience / .seconds(1))
        configuration.timeoutIntervalForResource = max(0.001, patience / .seconds(1))
        configuration.httpCookieStorage = nil
        session = URLSession(configuration: configuration)
    }

    /// Asks the service.
    public func ask(_ text: String) async throws(EngineFailure) -> [ForeignReading] {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONEncoder().encode(["text": text])
        let (data, response) = try await send(request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard 200..<300 ~= status else {
            throw EngineFailure(.refused, "\(url) answered with status \(status)")
        }
        guard data.count <= Self.maximumBytes else {
            throw EngineFailure(.garbage, "\(url) answered with more than \(Self.maximumBytes >> 20) MiB")
        }
        return try ParseAnswer.readings(data, from: "\(url)")
    }

    private func send(_ request: URLRequest) async throws(EngineFailure) -> (Data, URLResponse) {
        do {
            return try await session.data(for: request)
        } catch let error as URLError where error.code == .timedOut {
            throw EngineFailure(.timeout, "\(url) did not answer in time")
        } catch {
            throw EngineFailure(.unreachable, "\(url) cannot be reached: \(error.localizedDescription)")
        }
    }
}
