import Foundation
import SaybusSupport
import Synchronization

/// The transfer of one exchange, on a thread of its own, within the exchange's limits of time and size.
///
/// The limits count what libcurl has unpacked, piece by piece. When a limit is reached or nobody waits any more,
/// the connection is closed at once.
final class HTTPTransfer: Sendable, CurlConnection.Receiver {
    /// The most bytes of headers of one response.
    static let mostHeaderBytes = 64 << 10

    private struct State {
        var bytes: [UInt8] = []
        var headerBytes = 0
        var encodings = 0
        /// The first failure of the exchange; nil while it has not failed. Later events do not change it.
        var failure: HTTPFailure?
        var connection: CurlConnection?
    }

    private let exchange: HTTPExchange
    private let deadline: ContinuousClock.Instant
    private let state = Mutex(State())
    private let outcome = OneTimeValue<Result<[UInt8], HTTPFailure>>()

    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
        deadline = .now + exchange.timeout
    }

    /// Starts the transfer, and waits for its result.
    func result(_ library: CurlLibrary) async -> Result<[UInt8], HTTPFailure> {
        // It may have been abandoned before.
        if state.withLock({ $0.failure }) == nil {
            Thread.detachNewThread { self.outcome.resolve(self.run(library)) }
        }
        return await outcome.value
    }

    /// Fails the exchange because its result is no longer wanted. Any thread may call this.
    func abandon() {
        let failure = HTTPFailure(.unreachable, "\(exchange.name) was not waited for")
        state.withLock { $0.failure = $0.failure ?? failure }
        state.withLock { $0.connection }?.wakeUp()
        outcome.resolve(.failure(failure))
    }

    private func run(_ library: CurlLibrary) -> Result<[UInt8], HTTPFailure> {
        guard let connection = CurlConnection(onThisThread: library) else {
            return .failure(HTTPFailure(.unreachable, "\(exchange.name) cannot be asked: there is no memory left"))
        }
        state.withLock { $0.connection = connection }
        defer {
            state.withLock { state in
                state.connection = nil
                state.bytes = []
            }
        }
        return Result { () throws(HTTPFailure) in
            var redirections = HTTPRedirections(exchange)
            while true {
                let ending = connection.perform(redirections.exchange, self)
                if let failure = state.withLock({ $0.failure }) { throw failure }
                if let problem = ending.problem {
                    let words = LogLine.clean(problem, limit: 200)
                    throw HTTPFailure(.unreachable, "\(exchange.name) cannot be reached: \(words)")
                }
                guard let address = ending.redirection else { return try body(ending.status) }
                try redirections.follow(ending.status, to: address)
                state.withLock { state in (state.bytes, state.headerBytes, state.encodings) = ([], 0, 0) }
            }
        }
    }

    private func body(_ status: Int) throws(HTTPFailure) -> [UInt8] {
        let bytes = state.withLock { $0.bytes }
        guard 200...299 ~= status else {
            let said = LogLine.first(of: bytes, limit: 500)
            throw HTTPFailure(
                .status, "\(exchange.name) answered with status \(status)" + (said.isEmpty ? "" : ": \(said)"))
        }
        return bytes
    }

    var remainingTime: Duration? {
        let time = deadline - .now
        return state.withLock { state in
            if time <= .zero { fail(&state, .timeout, "did not answer within \(exchange.timeout)") }
            return state.failure == nil ? time : nil
        }
    }

    func receive(header: UnsafeRawBufferPointer) -> Bool {
        guard remainingTime != nil else { return false }
        let line = String(decoding: header, as: UTF8.self).lowercased()
        return state.withLock { state in
            // Those of interim responses (1xx) count, too: libcurl keeps their unpackers.
            for name in ["content-encoding:", "transfer-encoding:"] where line.hasPrefix(name) {
                state.encodings += line.dropFirst(name.count).split(separator: ",").count {
                    $0.trimmingCharacters(in: .whitespacesAndNewlines) != "chunked"
                }
                // Bytes packed twice can take long to unpack to nothing, during which no limit is looked at.
                if state.encodings > 1 { fail(&state, .badAnswer, "answered with bytes that are packed twice") }
            }
            state.headerBytes += header.count
            if state.headerBytes > Self.mostHeaderBytes {
                fail(&state, .tooLarge, "answered with more than \(Self.mostHeaderBytes) bytes of headers")
            }
            return state.failure == nil
        }
    }

    func receive(body: UnsafeRawBufferPointer) -> Bool {
        guard remainingTime != nil else { return false }
        return state.withLock { state in
            if body.count > exchange.maximumSize - state.bytes.count {
                fail(&state, .tooLarge, "answered with more than \(exchange.maximumSize) bytes")
            } else {
                state.bytes.append(contentsOf: body)
            }
            return state.failure == nil
        }
    }

    private func fail(_ state: inout State, _ code: HTTPFailure.Code, _ reason: String) {
        state.failure = state.failure ?? HTTPFailure(code, "\(exchange.name) \(reason)")
    }
}
