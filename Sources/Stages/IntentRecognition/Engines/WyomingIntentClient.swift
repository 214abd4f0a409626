import SaybusExternalEngines
import SaybusMessages

/// Asks a server of the Wyoming protocol: `recognize`, answered by `intent`, several of them, or `not-recognized`.
///
/// Each text has a connection of its own, since the protocol has no ids for what is asked.
public struct WyomingIntentClient: IntentClient {
    /// How many events of other kinds are passed over.
    static let maximumEvents = 100

    private let address: SocketAddress
    private let patience: Duration
    private let queue = BlockingQueue(label: "saybus.wyoming")

    /// Asks the server at an address.
    /// - Parameter patience: How long an answer may take.
    public init(_ address: SocketAddress, patience: Duration) {
        (self.address, self.patience) = (address, patience)
    }

    /// Asks the server.
    public func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        try await queue.run { [address, patience] () throws(EngineFailure) in
            try Self.ask(text, address, before: .now + patience)
        }
    }

    private static func ask(
        _ text: String, _ address: SocketAddress, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [ExternalInterpretation] {
        var connection = try WyomingConnection(to: address, before: deadline)
        try connection.send(WyomingEvent(type: "recognize", data: ["text": .string(text)]), before: deadline)
        var readings: [ExternalInterpretation] = []
        var isList = false
        for _ in 0..<maximumEvents {
            let event = try connection.receive(before: deadline)
            switch event.type {
            case "intent":
                if let reading = reading(event) { readings.append(reading) }
                if !isList { return readings }
            case "intents-start": isList = true
            case "intents-stop": return readings
            case "not-recognized": return []
            default: continue
            }
        }
        throw EngineFailure(.garbage, "\(address) sent \(maximumEvents) events, and none of them is an answer")
    }

    private static func reading(_ event: WyomingEvent) -> ExternalInterpretation? {
        guard let name = event.text("name"), !name.isEmpty else { return nil }
        var entities: [ExternalInterpretation.Entity] = []
        if case .array(let all) = event.data["entities"] {
            for case .object(let entity) in all {
                guard case .string(let name) = entity["name"], let value = text(entity["value"]) else { continue }
                entities.append(ExternalInterpretation.Entity(name: name, value: value))
            }
        }
        return ExternalInterpretation(intent: name, entities: entities)
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let truth): "\(truth)"
        case .null, .array, .object, nil: nil
        }
    }
}
