import Foundation

/// An HTTP client with limits on time, size and redirections, without cookies and cache.
public struct HTTPClient: Sendable {
    /// The most redirections that are followed.
    static let maximumRedirections = 5

    /// Creates a client; it keeps no state between requests.
    public init() {}

    /// Sends a request, and returns the body of the response, unpacked.
    /// - Throws: ``HTTPFailure``; `CancellationError` when the task was cancelled.
    public func run(_ exchange: HTTPExchange) async throws(CancellationError) -> Result<[UInt8], HTTPFailure> {
        if Task.isCancelled { throw CancellationError() }
        guard let url = URL(string: exchange.url), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false
        else { return .failure(HTTPFailure(.badAddress, "\(exchange.name) is no address of a web server")) }
        var exchange = exchange
        // With all characters encoded that an address may not have.
        exchange.url = url.absoluteString
        let library: CurlLibrary
        switch CurlLibrary.shared {
        case .success(let loaded): library = loaded
        case .failure(let failure): return .failure(failure)
        }
        let transfer = CurlTransfer(exchange, into: MemorySink(exchange))
        let result = await withTaskCancellationHandler {
            await transfer.result(library)
        } onCancel: {
            transfer.abandon()
        }
        if Task.isCancelled { throw CancellationError() }
        return result
    }
}
