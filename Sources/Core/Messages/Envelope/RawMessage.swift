import Foundation

/// A message with a parsed envelope and an undecoded body, as the broker, the tap and receivers handle it.
public struct RawMessage: Sendable, Equatable {
    /// The maximum size of a message: 1 MiB in the publisher's frames together. The broker's stamp comes on top: else
    /// what publisher and broker let pass would be too large for all receivers.
    public static let maximumSize = 1 << 20

    /// Frame 1, from which the topic, frame 0, follows.
    public var header: Header
    /// Frame 2: JSON, or raw bytes of the header's `content` type.
    public var body: [UInt8]
    /// Frame 3; nil before the message has passed a broker.
    public var stamp: Stamp?

    /// Creates a message from its parts.
    public init(header: Header, body: [UInt8], stamp: Stamp? = nil) {
        (self.header, self.body, self.stamp) = (header, body, stamp)
    }

    /// Reads the frames of a message: three from a publisher, four from the broker.
    /// - Throws: ``MessageError`` for a wrong number of frames, an oversized message, and a malformed topic,
    ///   header or stamp.
    public init(frames: [[UInt8]]) throws(MessageError) {
        do {
            try self.init(checking: frames)
        } catch {
            throw error.locating(frames)
        }
    }

    private init(checking frames: [[UInt8]]) throws(MessageError) {
        guard frames.count == 3 || frames.count == 4 else {
            throw MessageError(.frameCount, "expected 3 or 4 frames, got \(frames.count)")
        }
        let size = frames.prefix(3).reduce(0) { $0 + $1.count }
        guard size <= Self.maximumSize else {
            throw MessageError(.tooLarge, "\(size) bytes, at most \(Self.maximumSize) are allowed")
        }
        header = try Header(parsing: frames[1])
        guard header.version == Header.currentVersion else {
            throw MessageError(.unknownVersion, Header.unknown(header.version), source: header.source)
        }
        if !header.topic.isFrame(frames[0]) {
            let text = String(decoding: frames[0].prefix(200), as: UTF8.self)
            guard Topic(text) != nil else {
                throw MessageError(.topic, "\"\(text)\" is not <kind>/<bucket>/<session>/", source: header.source)
            }
            throw MessageError(
                .mismatch, "topic \"\(text)\", but the header says \"\(header.topic)\"", source: header.source)
        }
        body = frames[2]
        stamp = frames.count == 4 ? try Stamp(parsing: frames[3]) : nil
    }

    /// The frames, in the order in which they are sent.
    public var frames: [[UInt8]] {
        let three = [header.topic.bytes, header.encoded(), body]
        return stamp.map { three + [$0.encoded()] } ?? three
    }

    /// Reads the body as a message type.
    /// - Throws: ``MessageError`` for another kind and for a malformed body.
    public func decode<Body: BusMessage>(_: Body.Type = Body.self) throws(MessageError) -> Message<Body> {
        guard header.kind == Body.kind || header.kind == Body.kind.shadow else {
            throw MessageError(
                .unknownKind, "expected \(Body.kind), got \(header.kind)", source: header.source)
        }
        do {
            let decoded = try Body(wire: body, header: header)
            try decoded.checkRanges()
            return Message(header: header, body: decoded, stamp: stamp)
        } catch {
            let reason = DecodingFailure.describe(error, in: body, schema: Body.schema, whole: "the body")
            throw MessageError(.body, "\(header.kind): \(reason)", source: header.source)
        }
    }
}
