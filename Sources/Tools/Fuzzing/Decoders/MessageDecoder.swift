import SaybusMessages

/// The reader of a message's frames. An input holds one frame a line.
enum MessageDecoder: FuzzedDecoder {
    static let words = [
        "\"v\":1", "\"retain\"", "\"causes\":[", "shadow.", "speech.transcript/00/default/", "\"turn\":null",
    ]

    static let seeds: [[UInt8]] = MessageCatalog.all.flatMap { examples($0) }.map { message in
        Array(message.frames.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Returns a message of each example of a kind, with every field of the envelope.
    static func examples<Body: BusMessage>(_ type: Body.Type) -> [RawMessage] {
        guard let source = Source(role: Role("bench"), instance: "fuzz") else { return [] }
        return type.examples.compactMap { example in
            var header = Header(
                kind: type.kind, session: .default, turn: TurnID(), source: source, run: 1, sequence: 0,
                causes: [MessageID()], deadline: 1, retain: type.isRetained)
            guard let body = try? example.wire(header: &header) else { return nil }
            return RawMessage(header: header, body: body, stamp: Stamp(offset: 1, epoch: 1, user: "fuzz", at: 1))
        }
    }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let frames = input.split(separator: UInt8(ascii: "\n"), maxSplits: 5, omittingEmptySubsequences: false)
            .map { Array($0) }
        for frame in frames { try check(frame) }
        do throws(MessageError) {
            let message = try RawMessage(frames: frames)
            _ = try MessageCatalog.decode(message)
        } catch {
            try checkRefusal(error.reason)
            return false
        }
        return true
    }

    /// Reads a frame as everything that a frame, or a text in one, can be.
    private static func check(_ frame: [UInt8]) throws(FuzzViolation) {
        let text = String(decoding: frame, as: UTF8.self)
        if let topic = Topic(text), topic.bytes != frame {
            throw FuzzViolation(.roundTrip, "a topic is read as another")
        }
        if let header = try? Header(parsing: frame), (try? Header(parsing: header.encoded())) != header {
            throw FuzzViolation(.roundTrip, "a header that is written is read as another")
        }
        if let stamp = try? Stamp(parsing: frame), (try? Stamp(parsing: stamp.encoded())) != stamp {
            throw FuzzViolation(.roundTrip, "a stamp that is written is read as another")
        }
        if let value = try? JSONValue(parsing: frame), (try? JSONValue(parsing: Array(value.text().utf8))) != value {
            throw FuzzViolation(.roundTrip, "JSON that is written is read as another")
        }
        _ = (Session(rawValue: text), Kind(rawValue: text), Source(text), MessageID(text))
    }
}
