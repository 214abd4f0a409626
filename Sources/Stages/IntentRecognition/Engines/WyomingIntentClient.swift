import SaybusExternalEngines
import SaybusMessages

/// A client of a Wyoming server: `recognize` is answered by one `intent`, a list of them, or `not-recognized`.
///
/// Each text has its own connection, since the protocol has no request ids.
public struct WyomingIntentClient: IntentClient {
    /// The maximum number of events that are read for an answer.
    static let maximumEvents = 100

    private let address: SocketAddress
    private let timeout: Duration
    private let queue = BlockingQueue(label: "saybus.wyoming")

    /// Creates a client of a server.
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - timeout: The time for an answer.
    public init(_ address: SocketAddress, timeout: Duration) {
        (self.address, self.timeout) = (address, timeout)
    }

    /// Asks the server for the meaning of a text.
    public func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        try await queue.run { [address, timeout] () throws(EngineFailure) in
            try Self.ask(text, address, before: .now + timeout)
        }
    }

    private static func ask(
        _ text: String, _ address: SocketAddress, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [ExternalInterpretation] {
        var connection = try WyomingConnection(to: address, before: deadline)
        try connection.send(WyomingEvent(type: "recognize", data: ["text": .string(text)]), before: deadline)
        var interpretations: [ExternalInterpretation] = []
        var isList = false
        for _ in 0..<maximumEvents {
            let event = try connection.receive(before: deadline)
            switch event.type {
            case "intent":
                if let interpretation = interpretation(event) { interpretations.append(interpretation) }
                if !isList { return interpretations }
            case "intents-start": isList = true
            case "intents-stop": return interpretations
            case "not-recognized": return []
            default: continue
            }
        }
        throw EngineFailure(.garbage, "\(address) sent \(maximumEvents) events, and none of them is an answer")
    }

    private static func interpretation(_ event: WyomingEvent) -> ExternalInterpretation? {
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
