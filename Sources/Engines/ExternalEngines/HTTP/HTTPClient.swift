import Foundation
import FoundationNetworking

/// An HTTP client with limits on time, size and redirections, without cookies and cache.
public struct HTTPClient: Sendable {
    /// The most redirections that are followed.
    public static let mostRedirections = 5

    /// Creates a client; it keeps no state between requests.
    public init() {}

    /// Sends a request, and returns the body of the response.
    /// - Throws: ``HTTPFailure``; `CancellationError` when the task was cancelled.
    public func run(_ exchange: HTTPExchange) async throws(CancellationError) -> Result<[UInt8], HTTPFailure> {
        // A task that never starts would stay in its session forever.
        if Task.isCancelled { throw CancellationError() }
        guard let url = URL(string: exchange.url), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false
        else { return .failure(HTTPFailure(.badAddress, "\(exchange.name) is no address of a web server")) }
        var request = URLRequest(url: url)
        request.httpMethod = exchange.method.rawValue
        for header in exchange.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        request.httpBody = exchange.body.map { Data($0.utf8) }
        let seconds = min(86_400, max(0.001, exchange.timeout / .seconds(1)))
        request.timeoutInterval = seconds
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = seconds
        configuration.timeoutIntervalForResource = seconds
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        let transfer = HTTPTransfer(exchange)
        let session = URLSession(configuration: configuration, delegate: transfer, delegateQueue: nil)
        // Without this call the session would keep its delegate forever.
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        let result = await withTaskCancellationHandler {
            await withTaskGroup(of: Result<[UInt8], HTTPFailure>?.self) { group in
                group.addTask { await transfer.result(of: task) }
                group.addTask {
                    // Limits the whole exchange, redirections included. The session's own limits start again with
                    // each redirection.
                    try? await Task.sleep(for: exchange.timeout)
                    if !Task.isCancelled { transfer.timeIsOver(task) }
                    return nil
                }
                defer { group.cancelAll() }
                for await case .some(let result) in group { return result }
                return .failure(HTTPFailure(.unreachable, "\(exchange.name) was not asked"))
            }
        } onCancel: {
            transfer.abandon(task, HTTPFailure(.unreachable, "\(exchange.name) was not waited for"))
        }
        if Task.isCancelled { throw CancellationError() }
        return result
    }
}
