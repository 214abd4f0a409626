import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusMQTT

/// An MQTT client of a test, which records what it hears.
final class MQTTPeer: Sendable {
    let events = Watched<[MQTTEvent]>([])
    let connection: MQTTConnection

    /// Connects, and waits until the broker has accepted the client, if it is to do so.
    init(
        _ address: String, to filters: [String] = ["#"], waits: Bool = true,
        _ change: (inout MQTTSettings) -> Void = { _ in }
    ) async throws {
        var settings = MQTTSettings(address: try MQTTAddress(address), clientID: "peer-\(Int.random(in: 0...(.max)))")
        settings.retainedSubscriptions = filters
        change(&settings)
        connection = try MQTTConnection(settings) { [events] event in events.change { $0.append(event) } }
        if waits { try await events.require("a connection") { $0.contains(.connected) } }
    }

    deinit { connection.cancel() }

    /// Sends text, and waits until the broker has it.
    func send(_ topic: String, _ text: String, isRetained: Bool = false) async throws {
        let token = MQTTConnection.Token(UInt64.random(in: 0...(.max)))
        connection.send(MQTTMessage(topic: topic, text: text, qos: 1, isRetained: isRetained), token: token)
        try await events.require("the broker's acknowledgement") { $0.contains(.delivered(token)) }
    }

    /// The messages so far.
    var messages: [MQTTMessage] { Self.messages(events.value) }

    private static func messages(_ events: [MQTTEvent]) -> [MQTTMessage] {
        events.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    /// Waits for a message, which may have come before.
    @discardableResult
    func message(
        _ topic: String, where fits: @escaping @Sendable (String) -> Bool = { _ in true }
    ) async throws -> MQTTMessage {
        let all = try await events.require("a message on \(topic)") { events in
            Self.messages(events).contains { $0.topic == topic && fits($0.text) }
        }
        return try #require(Self.messages(all).first { $0.topic == topic && fits($0.text) })
    }
}
