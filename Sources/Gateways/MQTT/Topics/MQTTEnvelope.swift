import SaybusMessages

/// The JSON form of bus messages in MQTT: `{"header": …, "body": …}`, as `saybus-tap --json` prints it. Pure.
enum MQTTEnvelope {
    /// Returns a message as JSON; nil for a body that is no JSON.
    static func text(_ message: RawMessage) -> String? {
        guard message.header.content ?? "application/json" == "application/json",
            (try? JSONValue(parsing: message.body)) != nil
        else { return nil }
        let header = String(decoding: message.header.encoded(), as: UTF8.self)
        return "{\"header\":\(header),\"body\":\(String(decoding: message.body, as: UTF8.self))}"
    }

    /// A message from MQTT, before it is published on the bus.
    struct Incoming: Sendable, Equatable {
        /// The id that the sender gave the message; nil when it gave none.
        var id: MessageID?
        /// The turn; nil when the sender named none.
        var turn: TurnID?
        /// The time after which the message is stale, Unix time in microseconds; nil when the sender set none.
        var deadline: Int64?
        /// The messages that it answers.
        var causes: [MessageID] = []
        /// The body.
        var body: JSONValue
    }

    /// Reads a payload: the form of ``text(_:)`` in which all of the header may be absent, the body alone, or plain
    /// text for kinds that mainly are a text.
    /// - Throws: `MessageError` that says what is wrong.
    static func read(_ payload: [UInt8], of kind: Kind) throws(MessageError) -> Incoming {
        let first = payload.first { $0 > 0x20 }
        guard first == UInt8(ascii: "{") else { return Incoming(body: try plain(payload, of: kind)) }
        guard let value = try? JSONValue(parsing: payload) else {
            throw MessageError(.body, "the payload is no JSON")
        }
        guard case .object(let members) = value, case .object? = members["body"],
            Set(members.keys).isSubset(of: ["header", "body", "topic", "stamp"])
        else { return Incoming(body: complete(value, of: kind)) }
        var incoming = Incoming(body: complete(members["body"] ?? .null, of: kind))
        guard let header = members["header"] else { return incoming }
        incoming.id = try identifier(header, "id")
        incoming.turn = try identifier(header, "turn")
        if case .integer(let deadline)? = header["deadline"] { incoming.deadline = deadline }
        if case .array(let causes)? = header["causes"] {
            incoming.causes = causes.prefix(64).compactMap { cause -> MessageID? in
                if case .string(let text) = cause { MessageID(text) } else { nil }
            }
        }
        return incoming
    }

    private static func identifier<Subject>(
        _ header: JSONValue, _ name: String
    ) throws(MessageError) -> Identifier<Subject>? {
        switch header[name] {
        case nil, .null: return nil
        case .string(let text):
            if let identifier = Identifier<Subject>(text) { return identifier }
            throw MessageError(.body, "the header's \(name) is no UUID")
        default: throw MessageError(.body, "the header's \(name) is no UUID")
        }
    }

    /// Returns the body that plain text stands for.
    private static func plain(_ payload: [UInt8], of kind: Kind) throws(MessageError) -> JSONValue {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw MessageError(.body, "the payload is neither JSON nor text")
        }
        let words = text.trimmingSpaces
        guard !words.isEmpty else { throw MessageError(.body, "the payload is empty") }
        switch kind {
        case SpeechTranscript.kind: return complete(["text": .string(words)], of: kind)
        case AudioSequence.kind: return ["events": [["type": "speech", "text": .string(words)]]]
        case ListenRequest.kind: return ["mode": .string(words)]
        case AudioControl.kind: return ["action": .string(words)]
        default: throw MessageError(.body, "\(kind) needs a JSON object")
        }
    }

    /// Adds the fields of a typed transcript that a sender of text leaves out.
    private static func complete(_ body: JSONValue, of kind: Kind) -> JSONValue {
        guard kind == SpeechTranscript.kind, case .object(var members) = body else { return body }
        members["confidence"] = members["confidence"] ?? 1
        members["engine"] = members["engine"] ?? "text"
        return .object(members)
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmingSpaces: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
