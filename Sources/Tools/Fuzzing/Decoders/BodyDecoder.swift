import Foundation
import SaybusMessages

/// The readers of the bodies of all kinds. An input holds the kind in its first line, then the header's content type,
/// or nothing, in its second, then the body.
enum BodyDecoder: FuzzedDecoder {
    static let words =
        MessageCatalog.all.map { "\($0.kind)\n" } + [
            "audio/L16;rate=16000;channels=1", ";rate=", ";channels=", "\"type\":",
        ]

    static let seeds: [[UInt8]] = MessageCatalog.all.flatMap { MessageDecoder.examples($0) }.map { message in
        Array("\(message.header.kind)\n\(message.header.content ?? "")\n".utf8) + message.body
    }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = Kind(rawValue: String(decoding: parts[0], as: UTF8.self)),
            let type = MessageCatalog.type(of: kind), let source = Source(role: Role("bench"), instance: "fuzz")
        else { return false }
        let content = String(decoding: parts[1], as: UTF8.self)
        let header = Header(
            kind: kind, session: .default, source: source, run: 1, sequence: 0,
            content: content.isEmpty ? nil : content, index: content.isEmpty ? nil : 0)
        return try decode(type, RawMessage(header: header, body: Array(parts[2])))
    }

    private static func decode<Body: BusMessage>(
        _ type: Body.Type, _ message: RawMessage
    ) throws(FuzzViolation) -> Bool {
        let body: Body
        do throws(MessageError) {
            body = try message.decode(type).body
        } catch {
            try checkRefusal(error.reason)
            return false
        }
        try checkRoundTrip(body, message.header)
        if message.header.content == nil { try checkAgreement(body, message.body) }
        return true
    }

    private static func checkRoundTrip<Body: BusMessage>(_ body: Body, _ header: Header) throws(FuzzViolation) {
        var header = header
        guard let bytes = try? body.wire(header: &header) else {
            throw FuzzViolation(.roundTrip, "a body of \(header.kind) that was read cannot be written")
        }
        guard let again = try? Body(wire: bytes, header: header), again == body else {
            throw FuzzViolation(.roundTrip, "a body of \(header.kind) that is written is read as another")
        }
    }

    /// Checks that Foundation reads the same JSON as the same value: the bus has a faster reader of its own.
    private static func checkAgreement<Body: BusMessage>(_ body: Body, _ bytes: [UInt8]) throws(FuzzViolation) {
        guard let other = try? JSONDecoder().decode(Body.self, from: Data(bytes)), other == body else {
            throw FuzzViolation(.disagreement, "Foundation reads a body of \(Body.kind) in another way")
        }
    }
}
