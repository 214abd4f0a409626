import Foundation
import Glibc
import SaybusSupport
import Synchronization

/// The transfer of one download into its file, on a thread of its own.
final class HTTPFileTransfer: Sendable, CurlConnection.Receiver {
    private struct State {
        /// The bytes in the file.
        var count: Int
        /// The status of the response that is being received; 0 before its first line.
        var status = 0
        /// The first byte that the response holds, as it says.
        var start: Int?
        /// Whether the body has begun.
        var hasBody = false
        var headerBytes = 0
        var lastByte = ContinuousClock.now
        /// The first failure; nil while the transfer has not failed.
        var failure: HTTPFailure?
        var connection: CurlConnection?
    }

    private let download: HTTPDownload
    private let exchange: HTTPExchange
    private let descriptor: Int32
    private let report: @Sendable (Int) -> Void
    private let state: Mutex<State>
    private let outcome = OneTimeValue<Result<Void, HTTPFailure>>()

    /// Opens the file.
    init(
        _ download: HTTPDownload, _ exchange: HTTPExchange, _ report: @escaping @Sendable (Int) -> Void
    ) throws(HTTPFailure) {
        (self.download, self.exchange, self.report) = (download, exchange, report)
        descriptor = open(download.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw HTTPFailure(.notWritten, "\(download.path) cannot be written: \(String(cString: strerror(errno)))")
        }
        var end = Int(lseek(descriptor, 0, SEEK_END))
        if end > download.size {
            // Not the beginning of this file.
            ftruncate(descriptor, 0)
            end = Int(lseek(descriptor, 0, SEEK_SET))
        }
        state = Mutex(State(count: max(0, end)))
    }

    deinit { close(descriptor) }

    /// Starts the transfer, and waits for its result.
    func result(_ library: CurlLibrary) async -> Result<Void, HTTPFailure> {
        // It may have been abandoned before.
        if state.withLock({ $0.failure }) == nil {
            Thread.detachNewThread { self.outcome.resolve(self.run(library)) }
        }
        return await outcome.value
    }

    /// Fails the transfer because its result is no longer wanted. Any thread may call this.
    func abandon() {
        let failure = HTTPFailure(.unreachable, "\(exchange.name) was not waited for")
        state.withLock { $0.failure = $0.failure ?? failure }
        state.withLock { $0.connection }?.wakeUp()
        outcome.resolve(.failure(failure))
    }

    private func run(_ library: CurlLibrary) -> Result<Void, HTTPFailure> {
        guard let connection = CurlConnection(onThisThread: library) else {
            return .failure(HTTPFailure(.unreachable, "\(exchange.name) cannot be asked: there is no memory left"))
        }
        state.withLock { $0.connection = connection }
        defer { state.withLock { $0.connection = nil } }
        return Result { () throws(HTTPFailure) in
            var redirections = HTTPRedirections(exchange)
            while true {
                let count = state.withLock { state in
                    (state.status, state.start, state.hasBody, state.headerBytes) = (0, nil, false, 0)
                    state.lastByte = .now
                    return state.count
                }
                var request = redirections.exchange
                // Packed bytes could not be continued.
                request.headers = [.init(name: "Accept-Encoding", value: "identity")]
                if count > 0 { request.headers.append(.init(name: "Range", value: "bytes=\(count)-")) }
                let ending = connection.perform(request, self)
                if let failure = state.withLock({ $0.failure }) { throw failure }
                if let problem = ending.problem {
                    throw HTTPFailure(
                        .unreachable, "\(exchange.name) cannot be reached: \(LogLine.clean(problem, limit: 200))")
                }
                guard let address = ending.redirection else { return try check(ending.status) }
                try redirections.follow(ending.status, to: address)
            }
        }
    }

    /// Checks that the file is complete.
    private func check(_ status: Int) throws(HTTPFailure) {
        guard 200...299 ~= status else {
            if status == 416 {
                // The server has a shorter file: the beginning here is of another one.
                ftruncate(descriptor, 0)
            }
            throw HTTPFailure(.status, "\(exchange.name) answered with status \(status)")
        }
        let count = state.withLock { $0.count }
        guard count == download.size else {
            throw HTTPFailure(.badAnswer, "\(exchange.name) has \(count) bytes instead of \(download.size)")
        }
    }

    var remainingTime: Duration? {
        state.withLock { state in
            let time = state.lastByte + download.idleTimeout - .now
            if time <= .zero { fail(&state, .timeout, "sent nothing for \(download.idleTimeout)") }
            return state.failure == nil ? time : nil
        }
    }

    func receive(header: UnsafeRawBufferPointer) -> Bool {
        let line = String(decoding: header, as: UTF8.self).lowercased()
        return state.withLock { state in
            if line.hasPrefix("http/") {
                // Each response begins with its status.
                state.status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                state.start = nil
            } else if line.hasPrefix("content-range:") {
                let range = line.dropFirst("content-range:".count).drop { !$0.isNumber }
                state.start = Int(range.prefix { $0.isNumber })
            }
            state.headerBytes += header.count
            if state.headerBytes > HTTPTransfer.mostHeaderBytes {
                fail(&state, .tooLarge, "answered with more than \(HTTPTransfer.mostHeaderBytes) bytes of headers")
            }
            return state.failure == nil
        }
    }

    func receive(body: UnsafeRawBufferPointer) -> Bool {
        let count: Int? = state.withLock { state in
            state.lastByte = .now
            // The bodies of redirections and errors are of no use.
            guard [200, 206].contains(state.status) else { return state.failure == nil ? state.count : nil }
            if !state.hasBody { begin(&state) }
            if state.failure == nil, body.count > download.size - state.count {
                fail(&state, .tooLarge, "sends more than \(download.size) bytes")
            }
            guard state.failure == nil else { return nil }
            var rest = body[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    let reason = errno == ENOSPC ? "the disk is full" : String(cString: strerror(errno))
                    state.failure = HTTPFailure(.notWritten, "\(download.path) cannot be written: \(reason)")
                    return nil
                }
                state.count += written
                rest = rest.dropFirst(written)
            }
            return state.count
        }
        if let count { report(count) }
        return count != nil
    }

    /// Brings the file to the place at which the body begins.
    private func begin(_ state: inout State) {
        state.hasBody = true
        if state.status == 200 {
            // The whole file: the server does not continue.
            ftruncate(descriptor, 0)
            state.count = Int(lseek(descriptor, 0, SEEK_SET))
        } else if state.start != state.count {
            fail(&state, .badAnswer, "continues at another place than it was asked to")
        } else {
            lseek(descriptor, off_t(state.count), SEEK_SET)
        }
    }

    private func fail(_ state: inout State, _ code: HTTPFailure.Code, _ reason: String) {
        state.failure = state.failure ?? HTTPFailure(code, "\(exchange.name) \(reason)")
    }
}
