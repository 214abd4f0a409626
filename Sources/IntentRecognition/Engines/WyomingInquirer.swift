import Dispatch
import Messages

/// Asks a server of the Wyoming protocol: `recognize`, answered by `intent`, several of them, or `not-recognized`.
///
/// Each text has a connection of its own, since the protocol has no ids for what is asked.
public struct WyomingInquirer: IntentInquirer {
    /// How many events of other kinds are passed over.
    static let maximumEvents = 100

    private let endpoint: WyomingEndpoint
    private let patience: Duration
    private let queue = DispatchQueue(label: "wyoming")

    /// - Parameter patience: How long an answer may take.
    public init(_ endpoint: WyomingEndpoint, patience: Duration) {
        (self.endpoint, self.patience) = (endpoint, patience)
    }

    /// Asks the server.
    public func ask(_ text: String) async throws(IntentFailure) -> [ForeignReading] {
        try await queue.result { [endpoint, patience] () throws(IntentFailure) in
            try Self.ask(text, endpoint, before: .now + patience)
        }
    }

    private static func ask(
        _ text: String, _ endpoint: WyomingEndpoint, before deadline: ContinuousClock.Instant
    ) throws(IntentFailure) -> [ForeignReading] {
        var stream = try SocketConnector.connect(endpoint, before: deadline)
        let question = WyomingEvent(type: "recognize", data: ["text": .string(text)])
        try stream.send(try question.bytes(), before: deadline)
        var readings: [ForeignReading] = []
        var isList = false
        for _ in 0..<maximumEvents {
            let event = try WyomingEvent.read(from: &stream, "\(endpoint)", before: deadline)
            switch event.type {
            case "intent":
                if let reading = reading(event) { readings.append(reading) }
                if !isList { return readings }
            case "intents-start": isList = true
            case "intents-stop": return readings
            case "not-recognized": return []
            case "error":
                throw IntentFailure(
                    .refused, "\(endpoint) failed: \((event.text("text") ?? "it does not say why").prefix(200))")
            default: continue
            }
        }
        throw IntentFailure(.garbage, "\(endpoint) sent \(maximumEvents) events, and none of them is an answer")
    }

    private static func reading(_ event: WyomingEvent) -> ForeignReading? {
        guard let name = event.text("name"), !name.isEmpty else { return nil }
        var entities: [ForeignReading.Entity] = []
        if case .array(let all) = event.data["entities"] {
            for case .object(let entity) in all {
                guard case .string(let name) = entity["name"], let value = text(entity["value"]) else { continue }
                entities.append(ForeignReading.Entity(name: name, value: value))
            }
        }
        return ForeignReading(intent: name, entities: entities)
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
