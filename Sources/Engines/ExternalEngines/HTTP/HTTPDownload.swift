import Foundation

/// A download into a file, which goes on where an earlier one ended.
public struct HTTPDownload: Sendable {
    /// The time without a byte after which a download is given up.
    static let defaultIdleTimeout = Duration.seconds(30)

    /// The address.
    public var url: String
    /// The file. Its present content counts as the beginning.
    public var path: String
    /// The size of the whole file in bytes; more is refused.
    var size: Int
    /// The time without a byte after which the download is given up.
    var idleTimeout = Self.defaultIdleTimeout

    /// Creates a download with the default idle timeout.
    public init(url: String, path: String, size: Int) { (self.url, self.path, self.size) = (url, path, size) }

    /// Downloads the rest of the file.
    ///
    /// After a failure the file keeps the bytes received, unless the server's file has changed.
    /// - Parameter report: Called with the number of bytes in the file, on a thread of the transfer.
    public func run(
        _ report: @escaping @Sendable (Int) -> Void
    ) async throws(CancellationError) -> Result<Void, HTTPFailure> {
        if Task.isCancelled { throw CancellationError() }
        let exchange = HTTPExchange(method: .get, url: url)
        guard let address = URL(string: url), ["http", "https"].contains(address.scheme), address.host?.isEmpty == false
        else { return .failure(HTTPFailure(.badAddress, "\(exchange.name) is no address of a web server")) }
        let library: CurlLibrary
        switch CurlLibrary.shared {
        case .success(let loaded): library = loaded
        case .failure(let failure): return .failure(failure)
        }
        let sink: FileSink
        do throws(HTTPFailure) {
            sink = try FileSink(self, name: exchange.name)
        } catch {
            return .failure(error)
        }
        let transfer = CurlTransfer(exchange, into: sink, report)
        let result = await withTaskCancellationHandler {
            await transfer.result(library)
        } onCancel: {
            transfer.abandon()
        }
        if Task.isCancelled { throw CancellationError() }
        return result
    }
}
