import Dispatch
import Foundation
import Glibc
import SaybusExternalEngines
import SaybusSupport
import Synchronization

/// A WebSocket to a server, on a thread of its own.
final class WebSocket: Sendable {
    /// The messages of the server. The stream ends with the connection.
    let messages: AsyncStream<[UInt8]>

    /// The bytes that wait for the server. Bounded.
    struct Outgoing {
        var bytes: [UInt8] = []
        var isClosed = false

        /// Adds a frame.
        /// - Returns: False when the connection has ended, or too much waits.
        mutating func add(_ frame: [UInt8]) -> Bool {
            guard !isClosed, bytes.count + frame.count <= WebSocket.maximumBytes else { return false }
            bytes += frame
            return true
        }
    }

    private let outgoing = Mutex(Outgoing())
    private let ending = Mutex<HomeAssistantError?>(nil)
    private let waiting: InterruptibleWait

    /// The messages that wait for their reader, and the bytes that wait for the server. Beyond them the connection
    /// ends.
    static let (maximumMessages, maximumBytes) = (4_096, 4 << 20)
    /// The time without data from the server after which it is pinged, and after which the connection counts as lost.
    private static let (silence, timeout) = (Duration.seconds(20), Duration.seconds(40))

    /// Connects.
    /// - Parameters:
    ///   - url: The address of the server: `http://host:port` or `https://…`.
    ///   - path: The path of the WebSocket.
    /// - Throws: ``HomeAssistantError`` when the server cannot be reached, or speaks no WebSocket, or the task is
    ///   cancelled.
    static func connect(
        _ url: String, path: String, within time: Duration
    ) async throws(HomeAssistantError) -> WebSocket {
        let attempt = WebSocketAttempt()
        DispatchQueue(label: "saybus.home-assistant.connect").async {
            attempt.end(
                Result { () throws(HomeAssistantError) in
                    let waiting = try interruptibleWait()
                    let (stream, rest) = try open(url, path: path, within: time, waiting)
                    return WebSocket(stream, rest, waiting)
                })
        }
        return try await attempt.outcome().get()
    }

    private static func interruptibleWait() throws(HomeAssistantError) -> InterruptibleWait {
        do {
            return try InterruptibleWait()
        } catch {
            throw HomeAssistantError(.unreachable, "no descriptor is left: \(error.cause)")
        }
    }

    /// The reason for the end of the messages; nil before that, and when this side has closed the connection.
    var failure: HomeAssistantError? { ending.withLock { $0 } }

    private init(_ stream: HTTPStream, _ rest: [UInt8], _ waiting: InterruptibleWait) {
        self.waiting = waiting
        let (messages, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.maximumMessages))
        self.messages = messages
        let queue = DispatchQueue(label: "saybus.home-assistant")
        queue.async { [self] in
            let failure = run(stream, rest, continuation)
            ending.withLock { $0 = failure }
            continuation.finish()
        }
    }

    /// Sends a message of text.
    /// - Throws: ``HomeAssistantError`` when the connection has ended, or too much waits for the server.
    func send(_ text: [UInt8]) throws(HomeAssistantError) {
        let isSent = outgoing.withLock { $0.add(WebSocketFrames.bytes(text, opcode: 1)) }
        guard isSent else { throw HomeAssistantError(.unreachable, "the connection to Home Assistant was lost") }
        waiting.interrupt()
    }

    /// Ends the connection.
    func close() {
        outgoing.withLock { $0.isClosed = true }
        waiting.interrupt()
    }

    // MARK: The thread of the connection

    /// Connects, and exchanges the first request and its answer.
    /// - Returns: The stream, and the bytes of the WebSocket that have arrived already.
    private static func open(
        _ url: String, path: String, within time: Duration, _ waiting: InterruptibleWait
    ) throws(HomeAssistantError) -> (HTTPStream, [UInt8]) {
        let deadline = ContinuousClock.now + time
        do throws(HTTPFailure) {
            let stream = try HTTPStream(url: url, within: time)
            let parts = URLComponents(string: url)
            let host = (parts?.host ?? "") + (parts?.port.map { ":\($0)" } ?? "")
            let handshake = WebSocketHandshake()
            var request = handshake.request(host: host, path: path)[...]
            var answer: [UInt8] = []
            while deadline > .now, answer.count < 1 << 16 {
                if !request.isEmpty { request = request.dropFirst(try stream.send(request)) }
                let new = try stream.receive()
                answer += new
                if let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) {
                    try check(handshake, String(decoding: answer[..<end.lowerBound], as: UTF8.self))
                    return (stream, Array(answer[end.upperBound...]))
                }
                if new.isEmpty { wait(waiting, stream.descriptor, writes: !request.isEmpty, .milliseconds(200)) }
            }
            throw HTTPFailure(.timeout, "\(url) does not answer in time")
        } catch {
            // Also for an answer that is none of a WebSocket: a proxy gives one while Home Assistant starts.
            throw HomeAssistantError(.unreachable, "\(error.reason)")
        }
    }

    private static func check(_ handshake: WebSocketHandshake, _ head: String) throws(HTTPFailure) {
        do throws(HomeAssistantError) {
            try handshake.check(head)
        } catch {
            throw HTTPFailure(.badAnswer, error.reason)
        }
    }

    /// Waits until bytes arrive, bytes can be sent, another thread interrupts, or the time is over.
    private static func wait(_ waiting: InterruptibleWait, _ descriptor: Int32, writes: Bool, _ time: Duration) {
        // A wait that the system refuses ends at once: the connection is read in any case.
        let end = try? waiting.wait(for: descriptor, writes ? POLLIN | POLLOUT : POLLIN, within: time)
        if end?.isInterrupted == true { waiting.clear() }
    }

    /// Exchanges messages until the connection ends.
    /// - Returns: The reason; nil when this side has closed it.
    private func run(
        _ stream: HTTPStream, _ rest: [UInt8], _ continuation: AsyncStream<[UInt8]>.Continuation
    ) -> HomeAssistantError? {
        defer { outgoing.withLock { $0.isClosed = true } }
        var frames = WebSocketFrames()
        var arrived = rest
        var heard = ContinuousClock.now
        var hasAsked = false
        do {
            while true {
                for event in try frames.append(arrived) { try take(event, continuation) }
                let (isClosed, isWaiting) = try flush(stream)
                if isClosed { return nil }
                if !arrived.isEmpty { (heard, hasAsked) = (.now, false) }
                let quiet = ContinuousClock.now - heard
                if quiet > Self.timeout {
                    return HomeAssistantError(.unreachable, "nothing has come for \(Self.timeout.components.seconds) s")
                }
                if quiet > Self.silence, !hasAsked {
                    hasAsked = true
                    outgoing.withLock { $0.bytes += WebSocketFrames.bytes([], opcode: 9) }
                }
                arrived = try stream.receive()
                if arrived.isEmpty {
                    Self.wait(waiting, stream.descriptor, writes: isWaiting, .seconds(5))
                    arrived = try stream.receive()
                }
            }
        } catch let error as HomeAssistantError {
            return error
        } catch {
            return HomeAssistantError(.unreachable, "\(error)")
        }
    }

    /// Passes a message on, or answers a ping.
    /// - Throws: The reason for which the connection has to end.
    private func take(
        _ event: WebSocketFrames.Event, _ continuation: AsyncStream<[UInt8]>.Continuation
    ) throws(HomeAssistantError) {
        switch event {
        case .text(let message):
            // A message less would leave a wrong picture of the home. After a new connection it is right.
            if case .dropped = continuation.yield(message) {
                throw HomeAssistantError(.unreachable, "more than \(Self.maximumMessages) messages wait")
            }
        case .ping(let payload):
            let (isAnswered, isClosed) = outgoing.withLock { outgoing in
                (outgoing.add(WebSocketFrames.bytes(payload, opcode: 10)), outgoing.isClosed)
            }
            guard isAnswered || isClosed else {
                throw HomeAssistantError(.unreachable, "it pings, and reads no answers")
            }
        case .pong: break
        case .close: throw HomeAssistantError(.unreachable, "it has closed the connection")
        }
    }

    /// Sends the waiting bytes, as far as the server takes them.
    private func flush(_ stream: HTTPStream) throws -> (isClosed: Bool, isWaiting: Bool) {
        try outgoing.withLock { outgoing in
            while !outgoing.bytes.isEmpty {
                let count = try stream.send(outgoing.bytes[...])
                if count == 0 { break }
                outgoing.bytes.removeFirst(count)
            }
            return (outgoing.isClosed, !outgoing.bytes.isEmpty)
        }
    }
}
