import Foundation
import FoundationNetworking
import Synchronization

/// Asks web servers: bounded time, bounded answers, few redirections, no cookies, no cache.
public struct HTTPRunner: Sendable {
    /// How often a server may send elsewhere.
    public static let mostRedirections = 5

    /// A runner.
    public init() {}

    /// The answer's bytes.
    /// - Throws: `CancellationError` when the task was cancelled.
    public func run(_ exchange: HTTPExchange) async throws(CancellationError) -> Result<[UInt8], HTTPFailure> {
        guard let url = URL(string: exchange.url), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false
        else { return .failure(HTTPFailure(.badAddress, "\(exchange.name) is no address of a web server")) }
        var request = URLRequest(url: url)
        request.httpMethod = exchange.method.rawValue
        for header in exchange.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        request.httpBody = exchange.body.map { Data($0.utf8) }
        let seconds = Double(exchange.timeout.milliseconds) / 1000
        request.timeoutInterval = seconds
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = seconds
        configuration.timeoutIntervalForResource = seconds
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        let transfer = HTTPTransfer(exchange)
        let session = URLSession(configuration: configuration, delegate: transfer, delegateQueue: nil)
        // Else it would keep its delegate for ever.
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        let result = await withTaskCancellationHandler {
            await withTaskGroup(of: Result<[UInt8], HTTPFailure>?.self) { group in
                group.addTask { await transfer.result(of: task) }
                group.addTask {
                    // The whole time, redirections and all: the session's own limits begin anew with each.
                    try? await Task.sleep(for: exchange.timeout)
                    if !Task.isCancelled { transfer.timeIsOver(task) }
                    return nil
                }
                defer { group.cancelAll() }
                for await case .some(let result) in group { return result }
                return .failure(HTTPFailure(.unreachable, "\(exchange.name) was not asked"))
            }
        } onCancel: {
            task.cancel()
        }
        if Task.isCancelled { throw CancellationError() }
        return result
    }
}

/// What comes of one request, piece by piece.
///
/// `@unchecked`, because its superclass is not known to be sendable: it has no state, and its own is behind a lock.
private final class HTTPTransfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var status: Int?
        var redirections = 0
        var failure: HTTPFailure?
        var waiter: CheckedContinuation<Result<[UInt8], HTTPFailure>, Never>?
    }

    private let exchange: HTTPExchange
    private let state = Mutex(State())

    init(_ exchange: HTTPExchange) { self.exchange = exchange }

    func result(of task: URLSessionDataTask) async -> Result<[UInt8], HTTPFailure> {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiter = continuation }
            task.resume()
        }
    }

    func timeIsOver(_ task: URLSessionDataTask) {
        fail(task, .timeout, "\(exchange.name) did not answer within \(exchange.timeout)")
    }

    private func fail(_ task: URLSessionTask, _ code: HTTPFailure.Code, _ reason: String) {
        state.withLock { $0.failure = $0.failure ?? HTTPFailure(code, reason) }
        task.cancel()
    }

    func urlSession(
        _: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let count = state.withLock { state in
            state.redirections += 1
            return state.redirections
        }
        let scheme = request.url?.scheme
        if count > HTTPRunner.mostRedirections {
            fail(task, .redirected, "\(exchange.name) sends elsewhere more than \(HTTPRunner.mostRedirections) times")
            completionHandler(nil)
        } else if scheme != "https", scheme != "http" || exchange.url.hasPrefix("https:") {
            fail(task, .redirected, "\(exchange.name) sends to a place that is less safe")
            completionHandler(nil)
        } else {
            completionHandler(request)
        }
    }

    func urlSession(
        _: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { state in
            state.status = (response as? HTTPURLResponse)?.statusCode
            state.bytes = []
        }
        completionHandler(.allow)
    }

    func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooMuch = state.withLock { state in
            state.bytes += data.prefix(exchange.maximumSize + 1 - state.bytes.count)
            return state.bytes.count > exchange.maximumSize
        }
        if isTooMuch {
            fail(dataTask, .tooLarge, "\(exchange.name) answered with more than \(exchange.maximumSize) bytes")
        }
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
            let said = ProgramOutput.firstLine(of: state.bytes)
            return .failure(
                HTTPFailure(
                    .status,
                    "\(exchange.name) answered with status \(state.status ?? 0)" + (said.isEmpty ? "" : ": \(said)")))
        }
        return .success(state.bytes)
    }
}
