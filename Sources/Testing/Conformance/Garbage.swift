import SaybusMessages

/// Malformed messages, made from well-formed ones.
struct Garbage: Sendable {
    /// A malformed message of three frames.
    struct MalformedMessage: Sendable {
        let frames: [[UInt8]]
        /// The id in its header, if only another field of the header is wrong.
        var id: MessageID?
        /// The wrong field of the header, in words.
        var fault = ""
    }

    /// Messages with a wrong number of frames.
    let miscounted: [[[UInt8]]]
    let malformed: [MalformedMessage]

    var count: Int { miscounted.count + malformed.count }

    /// Makes malformed messages from messages of a kind, under the topic of these messages.
    init(like messages: [RawMessage], input: any BusMessage.Type) throws {
        guard let message = messages.first(where: { $0.header.kind == input.kind }) else {
            throw ConformanceError(.broken, "the trial has no \(input.kind) to spoil")
        }
        let topic = message.header.topic.bytes
        guard case .object(let header) = try JSONValue(parsing: message.header.encoded()) else {
            throw ConformanceError(.broken, "the header of \(input.kind) is no object")
        }
        func changed(_ name: String, _ value: JSONValue?, id: MessageID = MessageID()) -> [UInt8] {
            var copy = header
            copy["id"] = .string(id.description)
            // A stage that ends the turn of what it cannot read ends each turn once.
            copy["turn"] = .string(TurnID().description)
            copy[name] = value
            return Array(JSONValue.object(copy).text().utf8)
        }
        func withWrong(_ name: String, _ value: JSONValue?) -> MalformedMessage {
            let id = MessageID()
            let fault = value.map { "`\(name)` is \($0.text())" } ?? "`\(name)` is missing"
            return MalformedMessage(
                frames: [topic, changed(name, value, id: id), message.body], id: name == "id" ? nil : id, fault: fault)
        }
        let whole = changed("v", 1)
        // The name `v` occurs twice.
        let doubled = Array("{\"v\":1,".utf8) + whole.dropFirst()
        let noise = { (count: Int) in (0..<count).map { _ in UInt8.random(in: 0...255) } }
        miscounted = [
            [topic], [topic, whole], [topic, whole, message.body, [], [], []],
            [topic, whole, message.body, Array("[1]".utf8)],
        ]
        let headers: [MalformedMessage] = [
            withWrong("v", 99), withWrong("kind", "no.such.kind"), withWrong("session", "another"),
            withWrong("id", nil), withWrong("id", "not-a-uuid"), withWrong("source", 7), withWrong("run", nil),
            withWrong("seq", "first"), withWrong("at", nil), withWrong("turn", "none"), withWrong("causes", "none"),
            withWrong("deadline", "soon"),
        ]
        let envelopes: [[[UInt8]]] = [
            [topic, Array("no JSON".utf8), message.body],
            [topic, [], []],
            [topic, Array("[]".utf8), message.body],
            [topic, Array(whole.prefix(whole.count / 2)), message.body],
            [topic, doubled, message.body],
            [topic, noise(64), noise(64)],
            [topic, [UInt8](repeating: UInt8(ascii: "["), count: 100_000), message.body],
            [topic, changed("content", nil), Array("no JSON".utf8)],
            [topic, changed("content", nil), noise(200) + [0xFF]],
            [topic, changed("content", nil), []],
            [topic, changed("content", nil), Array("{}".utf8)],
        ]
        let bodies = Self.requiredFields(of: input).compactMap { Self.spoilt(message.body, $0) }
        let others: [[[UInt8]]] = envelopes + bodies.map { [topic, changed("content", nil), $0] }
        malformed = headers + others.map { MalformedMessage(frames: $0) }
    }

    /// Returns the fields that each body of a type must have.
    static func requiredFields(of type: any BusMessage.Type) -> [String] {
        type.schema.fields.filter(\.isRequired).map(\.name)
    }

    /// Returns a body in which a field has another type; nil for a body that is no JSON.
    static func spoilt(_ body: [UInt8], _ field: String) -> [UInt8]? {
        guard case .object(var members)? = try? JSONValue(parsing: body) else { return nil }
        members[field] = true
        return Array(JSONValue.object(members).text().utf8)
    }
}
