import SaybusMessages
import Testing

/// Messages for the tests. Each factory has default values for everything that a test does not set.
enum Samples {
    static let kinds = MessageCatalog.all.map { $0.kind }
    static let jsonKinds = kinds.filter { $0 != AudioInput.kind && $0 != AudioOutput.kind }
    static let stamp = Stamp(offset: 42, epoch: 7, user: "hall \"1\"", at: 1_780_000_000_123_456)

    static func type(of kind: Kind) throws -> any BusMessage.Type {
        guard let type = MessageCatalog.type(of: kind) else { throw MessageError(.unknownKind, kind.rawValue) }
        return type
    }

    static func header(
        kind: Kind = "speech.partial", session: Session = .default, turn: TurnID? = nil, sequence: Int = 3,
        causes: [MessageID] = [], content: String? = nil, index: Int? = nil, last: Bool? = nil
    ) throws -> Header {
        let source = try #require(Source(role: Role("test"), instance: "one-1"))
        return Header(
            kind: kind, session: session, turn: turn, source: source, run: 0x89AB_CDEF, sequence: sequence,
            at: 1_780_000_000_000_000, causes: causes, content: content, index: index, last: last)
    }

    static func raw(_ body: some BusMessage, stamp: Stamp? = nil, shadow: Bool = false) throws -> RawMessage {
        let kind = Swift.type(of: body).kind
        var header = try header(kind: shadow ? kind.shadow : kind, turn: TurnID(), causes: [MessageID(), MessageID()])
        let bytes = try body.wire(header: &header)
        return RawMessage(header: header, body: bytes, stamp: stamp)
    }

    /// Raw messages of all examples of all kinds, with and without a stamp.
    static func everyExample() throws -> [RawMessage] {
        func messages<Body: BusMessage>(_: Body.Type) throws -> [RawMessage] {
            try Body.examples.flatMap { [try raw($0), try raw($0, stamp: stamp)] }
        }
        return try MessageCatalog.all.flatMap { try messages($0) }
    }
}
