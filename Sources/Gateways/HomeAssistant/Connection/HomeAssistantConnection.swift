import Foundation
import Logging
import SaybusMessages
import SaybusSupport

/// An authenticated connection to Home Assistant's WebSocket API.
final class HomeAssistantConnection: Sendable {
    /// The path of the API.
    static let path = "/api/websocket"
    /// The time for the connection, and for the answer to a request.
    static let (connectTime, answerTime) = (Duration.seconds(10), Duration.seconds(10))
    /// The request to understand and answer a sentence.
    static let conversation = "conversation/process"

    /// Returns the time for the answer to a request. A language model may think about a sentence; the dispatcher waits
    /// for half a minute.
    static func answerTime(of request: String) -> Duration { request == conversation ? .seconds(20) : answerTime }

    /// The version that Home Assistant names.
    let version: String
    /// The events of subscriptions, of which the oldest are dropped when too many wait: see ``takeLoss()``. The stream
    /// ends with the connection.
    let events: AsyncStream<JSONValue>

    private struct State {
        var next = 1
        var answers: [Int: JSONValue] = [:]
        /// The requests that wait for an answer.
        var open: Set<Int> = []
        /// The types of requests that were given up, whose answers may still come.
        var late: [Int: String] = [:]
        var isOver = false
    }

    /// The most requests of which late answers are logged.
    private static let maximumLate = 64
    /// The most events that wait for their reader.
    private static let maximumEvents = 4_096

    private let socket: WebSocket
    private let state = Watched(State())
    private let hasDropped = Watched(false)

    /// Connects and authenticates.
    /// - Parameters:
    ///   - url: The address: `http://host:8123` or `https://…`.
    ///   - token: A long-lived access token.
    ///   - logger: The logger for answers that come too late.
    /// - Throws: ``HomeAssistantError``.
    init(_ url: String, token: String, logger: Logger) async throws(HomeAssistantError) {
        socket = try await WebSocket.connect(url, path: Self.path, within: Self.connectTime)
        var iterator = socket.messages.makeAsyncIterator()
        // A server that says nothing must not hold up the program.
        let alarm = Task { [socket] in
            guard (try? await Task.sleep(for: Self.answerTime)) != nil else { return }
            socket.close()
        }
        defer { alarm.cancel() }
        var found: String?
        while found == nil, let message = await iterator.next(isolation: nil) {
            let event = Self.parsed(message)
            switch event?["type"] {
            case "auth_required":
                try socket.send(Self.bytes(["type": "auth", "access_token": .string(token)]))
            case "auth_ok":
                if case .string(let text)? = event?["ha_version"] { found = text } else { found = "unknown" }
            case "auth_invalid":
                socket.close()
                throw HomeAssistantError(
                    .token, "\(url) refuses the token: make a long-lived access token in your profile there")
            default: break
            }
        }
        guard let found else {
            socket.close()
            throw HomeAssistantError(.unreachable, "\(url) closes the connection, or does not answer in time")
        }
        version = found
        let continuation: AsyncStream<JSONValue>.Continuation
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maximumEvents))
        Task { [socket, state, hasDropped] in
            for await message in socket.messages {
                guard let event = Self.parsed(message) else { continue }
                if event["type"] == "event", let content = event["event"] {
                    if case .dropped = continuation.yield(content) { hasDropped.change { $0 = true } }
                } else if case .integer(let id)? = event["id"] {
                    let late = state.change { state -> String? in
                        if state.open.contains(Int(id)) { state.answers[Int(id)] = event }
                        return state.late.removeValue(forKey: Int(id))
                    }
                    guard let late else { continue }
                    let outcome = event["success"] == .boolean(true) ? "done" : Self.reason(of: event)
                    logger.notice(
                        "Home Assistant has answered late", metadata: ["request": "\(late)", "outcome": "\(outcome)"])
                }
            }
            state.change { $0.isOver = true }
            continuation.finish()
        }
    }

    /// Returns, once, whether events were dropped, so that what they told must be read.
    func takeLoss() -> Bool {
        hasDropped.change { hasDropped -> Bool in
            defer { hasDropped = false }
            return hasDropped
        }
    }

    /// Ends the connection.
    func close() { socket.close() }

    /// The error of a request that the end of the connection cuts off.
    var loss: HomeAssistantError {
        let words = "the connection to Home Assistant was lost"
        guard let failure = socket.failure else { return HomeAssistantError(.lost, words) }
        return HomeAssistantError(failure.code.isLasting ? failure.code : .lost, "\(words): \(failure.reason)")
    }

    /// Sends a request, and returns the result.
    /// - Throws: ``HomeAssistantError``: `refused` or `token` with Home Assistant's reason, `timeout`, `unreachable`,
    ///   or ``loss``.
    @discardableResult
    func request(_ type: String, _ fields: [String: JSONValue] = [:]) async throws(HomeAssistantError) -> JSONValue {
        let (id, failure) = send(type, fields)
        defer {
            state.change { state in
                state.open.remove(id)
                state.answers[id] = nil
            }
        }
        if let failure { throw failure }
        let time = Self.answerTime(of: type)
        _ = await state.wait(within: time) { $0.isOver || $0.answers[id] != nil }
        guard let answer = state.value.answers[id] else {
            if state.value.isOver { throw loss }
            state.change { state in
                if state.late.count >= Self.maximumLate, let oldest = state.late.keys.min() { state.late[oldest] = nil }
                state.late[id] = type
            }
            throw HomeAssistantError(
                .timeout, "Home Assistant does not answer \(type) within \(time.components.seconds) s")
        }
        guard answer["success"] == .boolean(true) else {
            throw HomeAssistantError(
                Self.lacksRights(answer) ? .token : .refused,
                "Home Assistant refuses \(type): \(Self.reason(of: answer))")
        }
        return answer["result"] ?? .null
    }

    /// Sends a request under the next number, both at once: Home Assistant refuses a number below one that it has had.
    private func send(_ type: String, _ fields: [String: JSONValue]) -> (id: Int, failure: HomeAssistantError?) {
        state.change { state in
            let id = state.next
            state.next += 1
            state.open.insert(id)
            let message = fields.merging(["id": .integer(Int64(id)), "type": .string(type)]) { $1 }
            do throws(HomeAssistantError) {
                try socket.send(Self.bytes(.object(message)))
                return (id, nil)
            } catch {
                return (id, error)
            }
        }
    }

    /// Returns whether Home Assistant refuses a request since the user of the token may not make it.
    private static func lacksRights(_ answer: JSONValue) -> Bool { answer["error"]?["code"] == "unauthorized" }

    /// Returns why Home Assistant refuses a request.
    private static func reason(of answer: JSONValue) -> String {
        if lacksRights(answer) { return "it needs an access token of an administrator" }
        guard case .string(let text)? = answer["error"]?["message"] else { return "it does not say why" }
        return String(text.prefix(300))
    }

    private static func parsed(_ message: [UInt8]) -> JSONValue? { try? JSONValue(parsing: message) }

    private static func bytes(_ value: JSONValue) -> [UInt8] { Array(value.text().utf8) }
}
