import Foundation
import SaybusSupport

/// The body of a response in memory, within the exchange's limits of time and size.
///
/// The limits count what libcurl has unpacked, piece by piece.
struct MemorySink: TransferSink {
    private let exchange: HTTPExchange
    private let deadline: ContinuousClock.Instant
    private var bytes: [UInt8] = []
    private var encodings = 0

    /// Creates a sink, whose time begins now.
    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
        deadline = .now + exchange.timeout
    }

    var count: Int { bytes.count }

    mutating func begin(_ request: HTTPExchange) -> HTTPExchange {
        (bytes, encodings) = ([], 0)
        return request
    }

    func remainingTime() throws(HTTPFailure) -> Duration {
        let time = deadline - .now
        guard time > .zero else {
            throw HTTPFailure(.timeout, "\(exchange.name) did not answer within \(exchange.timeout)")
        }
        return time
    }

    mutating func receive(header line: String) throws(HTTPFailure) {
        _ = try remainingTime()
        // Those of interim responses (1xx) count, too: libcurl keeps their unpackers.
        for name in ["content-encoding:", "transfer-encoding:"] where line.hasPrefix(name) {
            encodings += line.dropFirst(name.count).split(separator: ",").count {
                $0.trimmingCharacters(in: .whitespacesAndNewlines) != "chunked"
            }
        }
        // Bytes packed twice can take long to unpack to nothing, during which no limit is looked at.
        guard encodings <= 1 else {
            throw HTTPFailure(.badAnswer, "\(exchange.name) answered with bytes that are packed twice")
        }
    }

    mutating func receive(body: UnsafeRawBufferPointer) throws(HTTPFailure) {
        _ = try remainingTime()
        guard body.count <= exchange.maximumSize - bytes.count else {
            throw HTTPFailure(.tooLarge, "\(exchange.name) answered with more than \(exchange.maximumSize) bytes")
        }
        bytes.append(contentsOf: body)
    }

    mutating func finish(status: Int) throws(HTTPFailure) -> [UInt8] {
        defer { bytes = [] }
        guard 200...299 ~= status else {
            let said = LogLine.first(of: bytes, limit: 500)
            throw HTTPFailure(
                .status, "\(exchange.name) answered with status \(status)" + (said.isEmpty ? "" : ": \(said)"))
        }
        return bytes
    }
}
