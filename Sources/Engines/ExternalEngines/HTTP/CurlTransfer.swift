import Foundation
import SaybusSupport
import Synchronization

/// The transfer of one exchange into a sink, on a thread of its own.
///
/// The connection is closed at once when a limit is reached or nobody waits any more.
final class CurlTransfer<Sink: TransferSink>: Sendable, CurlConnection.Receiver {
    private struct State {
        var sink: Sink
        var headerBytes = 0
        /// The first failure of the exchange; nil while it has not failed. Later events do not change it.
        var failure: HTTPFailure?
        var connection: CurlConnection?

        /// Takes a step, unless the transfer has failed, and keeps the step's failure.
        /// - Returns: The step's result; nil when the transfer has failed.
        mutating func attempt<Value>(_ step: (inout State) throws(HTTPFailure) -> Value) -> Value? {
            guard failure == nil else { return nil }
            do throws(HTTPFailure) {
                return try step(&self)
            } catch {
                failure = error
                return nil
            }
        }
    }

    private let exchange: HTTPExchange
    private let report: (@Sendable (Int) -> Void)?
    private let state: Mutex<State>
    private let outcome = OneTimeValue<Result<Sink.Success, HTTPFailure>>()

    /// Creates a transfer.
    /// - Parameter report: Called with the number of bytes that the sink has, on the transfer's thread.
    init(_ exchange: HTTPExchange, into sink: Sink, _ report: (@Sendable (Int) -> Void)? = nil) {
        (self.exchange, self.report) = (exchange, report)
        state = Mutex(State(sink: sink))
    }

    /// The most bytes of headers of one response.
    private static var maximumHeaderBytes: Int { 64 << 10 }

    /// Starts the transfer, and waits for its result.
    func result(_ library: CurlLibrary) async -> Result<Sink.Success, HTTPFailure> {
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

    private func run(_ library: CurlLibrary) -> Result<Sink.Success, HTTPFailure> {
        guard let connection = CurlConnection(onThisThread: library) else {
            return .failure(HTTPFailure(.unreachable, "\(exchange.name) cannot be asked: there is no memory left"))
        }
        state.withLock { $0.connection = connection }
        defer { state.withLock { $0.connection = nil } }
        return Result { () throws(HTTPFailure) -> Sink.Success in
            var redirections = HTTPRedirections(exchange)
            while true {
                let request = begin(redirections.exchange)
                let ending = connection.perform(request, self)
                if let failure = state.withLock({ $0.failure }) { throw failure }
                if let problem = ending.problem {
                    let words = LogLine.clean(problem, limit: 200)
                    throw HTTPFailure(.unreachable, "\(exchange.name) cannot be reached: \(words)")
                }
                guard let address = ending.redirection else { return try finish(ending.status) }
                try redirections.follow(ending.status, to: address)
            }
        }
    }

    private func begin(_ request: HTTPExchange) -> HTTPExchange {
        state.withLock { state in
            state.headerBytes = 0
            return state.sink.begin(request)
        }
    }

    private func finish(_ status: Int) throws(HTTPFailure) -> Sink.Success {
        try state.withLock { state throws(HTTPFailure) in try state.sink.finish(status: status) }
    }

    var remainingTime: Duration? {
        state.withLock { $0.attempt { state throws(HTTPFailure) in try state.sink.remainingTime() } }
    }

    func receive(header: UnsafeRawBufferPointer) -> Bool {
        let (line, count) = (String(decoding: header, as: UTF8.self).lowercased(), header.count)
        let name = exchange.name
        return state.withLock { state in
            state.attempt { state throws(HTTPFailure) in
                try state.sink.receive(header: line)
                state.headerBytes += count
                guard state.headerBytes <= Self.maximumHeaderBytes else {
                    throw HTTPFailure(
                        .tooLarge, "\(name) answered with more than \(Self.maximumHeaderBytes) bytes of headers")
                }
                return true
            } ?? false
        }
    }

    func receive(body: UnsafeRawBufferPointer) -> Bool {
        let count: Int? = state.withLock { state in
            state.attempt { state throws(HTTPFailure) in
                try state.sink.receive(body: body)
                return state.sink.count
            }
        }
        guard let count else { return false }
        report?(count)
        return true
    }
}
