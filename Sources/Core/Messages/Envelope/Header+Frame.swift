import Foundation

extension Header {
    /// Returns the header as JSON text, frame 1 of a message.
    public func encoded() -> [UInt8] {
        var writer = HeaderWriter()
        writer.field("v", version)
        writer.field("id", id)
        writer.field("kind", kind.rawValue)
        writer.field("session", session.rawValue)
        if let turn { writer.field("turn", turn) }
        writer.field("source", source.description)
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
        return writer.finished()
    }

    /// Reads a header frame.
    /// - Throws: ``MessageError`` for another contract version and for a malformed frame.
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
                throw MessageError(.unknownVersion, Self.unknown(version))
            }
            throw MessageError(
                .header, "the header is not as the contract says: \(String(describing: error).prefix(300))")
        }
    }

    private struct Version: Decodable {
        let v: Int
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
            var content: String?
            var last: Bool?
            let isPlain = reader.read { name, value in
                switch value {
                case .string(let text):
                    if name == "id" {
                        id = MessageID(text)
                    } else if name == "kind" {
                        kind = HeaderReader.text(text).flatMap { Kind(rawValue: $0) }
                    } else if name == "session" {
                        session = HeaderReader.text(text).flatMap { Session(rawValue: $0) }
                    } else if name == "source" {
                        source = HeaderReader.text(text).flatMap { Source($0) }
                    } else if name == "turn" {
                        turn = TurnID(text)
                        return turn != nil
                    } else if name == "replays" {
                        replays = TurnID(text)
                        return replays != nil
                    } else if name == "content" {
                        content = HeaderReader.text(text)
                        return content != nil
                    } else {
                        return !Self.isKnown(name) && HeaderReader.text(text) != nil
                    }
                case .integer(let number):
                    if name == "v" {
                        version = number
                    } else if name == "run" {
                        run = number
                    } else if name == "seq" {
                        sequence = number
                    } else if name == "at" {
                        at = number
                    } else if name == "deadline" {
                        deadline = number
                    } else if name == "index" {
                        index = number
                    } else {
                        return !Self.isKnown(name)
                    }
                case .boolean(let flag):
                    if name == "retain" {
                        retain = flag
                    } else if name == "last" {
                        last = flag
                    } else {
                        return !Self.isKnown(name)
                    }
                case .strings(let texts):
                    guard name == "causes" else {
                        return !Self.isKnown(name) && texts.allSatisfy { HeaderReader.text($0) != nil }
                    }
                    causes = texts.compactMap { MessageID($0) }
                    return causes.count == texts.count
                }
                return true
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

    private static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        CodingKeys(rawValue: String(decoding: name, as: UTF8.self)) != nil
    }
}
