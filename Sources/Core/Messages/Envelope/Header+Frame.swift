import Foundation

extension Header {
    /// Returns the header as JSON text, frame 1 of a message.
    public func encoded() -> [UInt8] {
        HeaderWriter.frame(capacity: encodedLength) { writer in
            writer.field("v", version)
            writer.field("id", id)
            writer.field("kind", kind.rawValue)
            writer.field("session", session.rawValue)
            if let turn { writer.field("turn", turn) }
            writer.field("source", source)
            writer.field("run", run)
            writer.field("seq", sequence)
            writer.field("at", at)
            if !causes.isEmpty { writer.field("causes", causes) }
            if let deadline { writer.field("deadline", deadline) }
            if retain { writer.field("retain", true) }
            if let content { writer.field("content", content) }
            if let index { writer.field("index", index) }
            if let last { writer.field("last", last) }
            if let replays { writer.field("replays", replays) }
        }
    }

    /// The most bytes of the frame: numbers and identifiers by their largest forms.
    private var encodedLength: Int {
        512 + HeaderWriter.length(kind.rawValue) + HeaderWriter.length(session.rawValue)
            + HeaderWriter.length(source.role.rawValue) + HeaderWriter.length(source.instance)
            + (content.map(HeaderWriter.length) ?? 0) + causes.count * HeaderWriter.identifierLength
    }

    /// Reads a header frame.
    /// - Throws: ``MessageError`` for another contract version and for a malformed frame, such as one with a name that
    ///   occurs twice: of two sources, receivers would take different ones.
    public init(parsing bytes: [UInt8]) throws(MessageError) {
        if let header = Self.plain(bytes) {
            self = header
            return
        }
        do {
            self = try JSONCoding.decoder.decode(Header.self, from: Data(bytes))
        } catch {
            // The header of a later version may have another form altogether: then the version is the better
            // explanation.
            if let version = try? JSONCoding.decoder.decode(Version.self, from: Data(bytes)).v,
                version != Self.currentVersion
            {
                throw MessageError(.unknownVersion, Self.unknown(version), source: Self.publisher(bytes))
            }
            let reason = DecodingFailure.describe(error, in: bytes, schema: Self.schema, whole: "the header")
            throw MessageError(
                .header, "the header is not as the contract says: \(reason)", source: Self.publisher(bytes))
        }
        if let fault = JSONAmbiguity.fault(in: bytes) { throw MessageError(.header, "the header \(fault)") }
    }

    private struct Version: Decodable {
        let v: Int
    }

    private struct Publisher: Decodable {
        let source: Source
    }

    /// Returns the publisher that a header names although other fields of it cannot be read.
    private static func publisher(_ bytes: [UInt8]) -> Source? {
        (try? JSONCoding.decoder.decode(Publisher.self, from: Data(bytes)))?.source
    }

    static func unknown(_ version: Int) -> String {
        "contract version \(version), this program speaks \(currentVersion)"
    }

    private static func plain(_ bytes: [UInt8]) -> Header? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = HeaderReader(buffer)
            var version: Int64?, sequence: Int64?, at: Int64?, run: Int64?, deadline: Int64?, index: Int64?
            var id: MessageID?, kind: Kind?, session: Session?, turn: TurnID?, source: Source?, replays: TurnID?
            var causes: [MessageID] = []
            var retain = false
            var last: Bool?, content: String?
            let isPlain = reader.read { name, value in
                switch name {
                case FieldName("id"): assign(value.plainString().flatMap { MessageID($0) }, to: &id)
                case FieldName("kind"): assign(value.plainString().flatMap { Kind($0) }, to: &kind)
                case FieldName("session"): assign(value.plainString().flatMap { Session($0) }, to: &session)
                case FieldName("turn"): assign(value.plainString().flatMap { TurnID($0) }, to: &turn)
                case FieldName("source"): assign(value.plainString().flatMap { Source($0) }, to: &source)
                case FieldName("v"): assign(value.integer(), to: &version)
                case FieldName("run"): assign(value.integer(), to: &run)
                case FieldName("seq"): assign(value.integer(), to: &sequence)
                case FieldName("at"): assign(value.integer(), to: &at)
                case FieldName("deadline"): assign(value.integer(), to: &deadline)
                case FieldName("index"): assign(value.integer(), to: &index)
                case FieldName("causes"): assign(value.plainStrings().flatMap { Self.identifiers($0) }, to: &causes)
                case FieldName("retain"): assign(value.boolean(), to: &retain)
                case FieldName("last"): assign(value.boolean(), to: &last)
                case FieldName("content"): assign(value.plainText(), to: &content)
                case FieldName("replays"): assign(value.plainString().flatMap { TurnID($0) }, to: &replays)
                default: value.skipPlain()
                }
            }
            guard isPlain, let version, let id, let kind, let session, let source, let run, let sequence, let at,
                let run = UInt32(exactly: run)
            else { return nil }
            var header = Header(
                id: id, kind: kind, session: session, turn: turn, source: source, run: run, sequence: Int(sequence),
                at: at, causes: causes, deadline: deadline, retain: retain, content: content,
                index: index.map { Int($0) }, last: last, replays: replays)
            header.version = Int(version)
            return header
        }
    }

    private static func identifiers(_ texts: [UnsafeBufferPointer<UInt8>]) -> [MessageID]? {
        let identifiers = texts.compactMap { MessageID($0) }
        return identifiers.count == texts.count ? identifiers : nil
    }
}

/// Puts the value of a field into a variable.
/// - Returns: False when there is none.
@inline(__always)
func assign<Value>(_ value: Value?, to variable: inout Value) -> Bool {
    guard let value else { return false }
    variable = value
    return true
}

/// Puts the value of a field into a variable that is nil so far.
/// - Returns: False when there is none.
@inline(__always)
func assign<Value>(_ value: Value?, to variable: inout Value?) -> Bool {
    variable = value
    return value != nil
}
