import Foundation
import FoundationNetworking
import SaybusSupport
import Synchronization

/// The transfer of one request: the delegate of its URL session.
///
/// Its task is cancelled only once the final response has begun, because FoundationNetworking crashes when a task
/// is cancelled while the session asks about a redirection. Until then an abandoned task runs to its own time
/// limit, and its result is dropped.
///
/// Unchecked: the superclass, which is not known to be sendable, has no state, and the state here is behind a lock.
final class HTTPTransfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var status: Int?
        var redirections = 0
        /// The first failure of the request; nil while it has not failed. Later events do not change it.
        var failure: HTTPFailure?
        var waiter: CheckedContinuation<Result<[UInt8], HTTPFailure>, Never>?
    }

    private let exchange: HTTPExchange
    private let state = Mutex(State())

    init(_ exchange: HTTPExchange) { self.exchange = exchange }

    /// Starts the task, and waits for its result.
    func result(of task: URLSessionDataTask) async -> Result<[UInt8], HTTPFailure> {
        await withCheckedContinuation { continuation in
            let failure = state.withLock { state in
                if state.failure == nil { state.waiter = continuation }
                return state.failure
            }
            // The request may have been abandoned before it began.
            if let failure { continuation.resume(returning: .failure(failure)) } else { task.resume() }
        }
    }

    /// Fails the request because the time for all of it, redirections included, is over.
    func timeIsOver(_ task: URLSessionTask) {
        abandon(task, HTTPFailure(.timeout, "\(exchange.name) did not answer within \(exchange.timeout)"))
    }

    /// Fails the request. Its result is no longer waited for.
    func abandon(_ task: URLSessionTask, _ failure: HTTPFailure) {
        let (waiter, hasAnswer) = state.withLock { state in
            state.failure = state.failure ?? failure
            defer { state.waiter = nil }
            return (state.waiter, state.status != nil)
        }
        if hasAnswer { task.cancel() }
        waiter?.resume(returning: .failure(failure))
    }

    func urlSession(
        _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let scheme = request.url?.scheme
        let isSafe = scheme == "https" || scheme == "http" && !exchange.url.hasPrefix("https:")
        let isFollowed = state.withLock { state in
            state.redirections += 1
            guard state.failure == nil else { return false }
            if state.redirections > HTTPClient.mostRedirections {
                state.failure = HTTPFailure(
                    .redirected,
                    "\(exchange.name) sends elsewhere more than \(HTTPClient.mostRedirections) times")
            } else if !isSafe {
                state.failure = HTTPFailure(.redirected, "\(exchange.name) sends to a place that is less safe")
            }
            return state.failure == nil
        }
        completionHandler(isFollowed ? forAnother(request) : nil)
    }

    /// Returns the request for a redirection. The app's headers may hold credentials, so they are removed when the
    /// redirection leads to another server.
    private func forAnother(_ request: URLRequest) -> URLRequest {
        guard let own = URL(string: exchange.url), let other = request.url,
            own.scheme != other.scheme || own.host?.lowercased() != other.host?.lowercased() || own.port != other.port
        else { return request }
        var request = request
        for header in exchange.headers where header.name.lowercased() != "content-type" {
            request.setValue(nil, forHTTPHeaderField: header.name)
        }
        return request
    }

    func urlSession(
        _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { state in
            state.status = (response as? HTTPURLResponse)?.statusCode ?? 0
            state.bytes = []
        }
        completionHandler(.allow)
    }

    func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isUnwanted = state.withLock { state in
            guard state.failure == nil else { return state.status != nil }
            state.bytes += data.prefix(exchange.maximumSize + 1 - state.bytes.count)
            guard state.bytes.count > exchange.maximumSize else { return false }
            state.failure = HTTPFailure(
                .tooLarge, "\(exchange.name) answered with more than \(exchange.maximumSize) bytes")
            return state.status != nil
        }
        if isUnwanted { dataTask.cancel() }
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let over = state.withLock { state in
            defer { state.waiter = nil }
            return state
        }
        over.waiter?.resume(returning: outcome(over, error))
    }

    private func outcome(_ state: State, _ error: (any Error)?) -> Result<[UInt8], HTTPFailure> {
        if let failure = state.failure { return .failure(failure) }
        if let error {
            if (error as? URLError)?.code == .timedOut {
                return .failure(HTTPFailure(.timeout, "\(exchange.name) did not answer within \(exchange.timeout)"))
            }
            let words = LogLine.clean((error as? URLError)?.localizedDescription ?? "\(error)", limit: 200)
            return .failure(HTTPFailure(.unreachable, "\(exchange.name) cannot be reached: \(words)"))
        }
        guard let status = state.status, 200...299 ~= status else {
            let said = LogLine.first(of: state.bytes, limit: 500)
            return .failure(
                HTTPFailure(
                    .status,
                    "\(exchange.name) answered with status \(state.status ?? 0)" + (said.isEmpty ? "" : ": \(said)")))
        }
        return .success(state.bytes)
    }
}
