import Foundation
import GRDB
import SaybusMessages

/// A message of a recording.
struct StoredMessage: Sendable {
    /// The treatment of a message at the recorder.
    enum Fate: String, Sendable, CaseIterable {
        /// Received in time.
        case delivered
        /// Published before the recording began: the broker retained it for late subscribers.
        case retained
        /// Received after its deadline.
        case stale
        /// Received again with the same id.
        case repeated
    }

    /// The number of its row in the file.
    var number: Int64 = 0
    /// The recording of the file that it belongs to.
    var recording: Int64
    /// The time of receipt by the recorder: Unix time in microseconds.
    var received: Int64
    /// The treatment at the recorder.
    var fate: Fate
    /// The message; its body is empty if it was left out.
    var message: RawMessage
    /// The size of the body in bytes, also of a body left out.
    var size: Int
    /// Whether the recorder left the body out, as it can for sound.
    var isBodyLeftOut = false

    /// The broker's stamp, or the time of receipt without one: one clock for all publishers.
    var time: Int64 { message.stamp?.at ?? received }

    static let columns = """
        recording, received, fate, id, kind, session, turn, source, run, seq, at, causes, deadline, retain, content, chunk, last, replays, \
        body, size, broker_offset, broker_epoch, broker_user, broker_at
        """
    static let insertion =
        "INSERT INTO message (\(columns)) VALUES (\(Array(repeating: "?", count: 24).joined(separator: ", ")))"

    /// The values of ``columns``.
    var arguments: StatementArguments {
        let (header, stamp) = (message.header, message.stamp)
        let causes = header.causes.isEmpty ? nil : JSONValue.array(header.causes.map { .string("\($0)") }).text()
        return [
            recording, received, fate.rawValue, header.id.description, header.kind.rawValue, header.session.rawValue,
            header.turn?.description, header.source.description, Int64(header.run), header.sequence, header.at, causes,
            header.deadline, header.retain, header.content, header.index, header.last, header.replays?.description,
            storedBody, size, stamp.map { Int64(clamping: $0.offset) }, stamp.map { Int64($0.epoch) }, stamp?.user,
            stamp?.at,
        ]
    }

    /// The body: JSON as text, for SQLite's JSON functions; audio and bodies that are not valid text as a
    /// blob.
    private var storedBody: DatabaseValue {
        if isBodyLeftOut { return .null }
        if message.header.content ?? "application/json" == "application/json",
            let text = String(validating: message.body, as: UTF8.self), !message.body.contains(0)
        {
            return text.databaseValue
        }
        return Data(message.body).databaseValue
    }

    init(recording: Int64, received: Int64, fate: Fate, message: RawMessage, withAudio: Bool) {
        (self.recording, self.received, self.fate) = (recording, received, fate)
        size = message.body.count
        self.message = message
        let isAudio = message.header.content?.lowercased().hasPrefix("audio/") ?? false
        if isAudio, !withAudio {
            isBodyLeftOut = true
            self.message.body = []
        }
    }

    /// Reads a row of `number` and ``columns``; nil if it is invalid, since other programs can write to the
    /// file.
    init?(_ row: Row) {
        func value<Value: DatabaseValueConvertible>(_ name: String, _: Value.Type = Value.self) -> Value? {
            Value.fromDatabaseValue(row[name])
        }
        guard let number: Int64 = value("number"), let recording: Int64 = value("recording"),
            let received: Int64 = value("received"), let fate = value("fate").flatMap(Fate.init(rawValue:)),
            let id = value("id").flatMap({ MessageID($0) }), let kind = value("kind").flatMap(Kind.init(rawValue:)),
            let session = value("session").flatMap(Session.init(rawValue:)),
            let source = value("source").flatMap({ Source($0) }), let run: Int64 = value("run"),
            let run = UInt32(exactly: run), let sequence: Int = value("seq"), let at: Int64 = value("at"),
            let size: Int = value("size")
        else { return nil }
        var causes: [MessageID] = []
        if let text: String = value("causes"), case .array(let values)? = try? JSONValue(parsing: Array(text.utf8)) {
            for case .string(let text) in values { if let id = MessageID(text) { causes.append(id) } }
        }
        let header = Header(
            id: id, kind: kind, session: session, turn: value("turn").flatMap { TurnID($0) }, source: source, run: run,
            sequence: sequence, at: at, causes: causes, deadline: value("deadline"), retain: value("retain") ?? false,
            content: value("content"), index: value("chunk"), last: value("last"),
            replays: value("replays").flatMap { TurnID($0) })
        let bytes: [UInt8]?
        switch (row["body"] as DatabaseValue).storage {
        case .string(let text): bytes = Array(text.utf8)
        case .blob(let data): bytes = Array(data)
        case .null: bytes = nil
        case .int64, .double: return nil
        }
        var stamp: Stamp?
        if let offset: Int64 = value("broker_offset"), let epoch = UInt32(exactly: value("broker_epoch") ?? Int64(-1)),
            let at: Int64 = value("broker_at"), offset >= 0
        {
            stamp = Stamp(offset: UInt64(offset), epoch: epoch, user: value("broker_user"), at: at)
        }
        (self.number, self.recording, self.received, self.fate, self.size) = (number, recording, received, fate, size)
        message = RawMessage(header: header, body: bytes ?? [], stamp: stamp)
        isBodyLeftOut = bytes == nil
    }
}
