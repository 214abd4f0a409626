import Foundation
import GRDB
import SaybusMessages

/// A message of a recording.
struct StoredMessage: Sendable {
    /// What became of it at the recorder.
    enum Fate: String, Sendable, CaseIterable {
        /// Came in its time.
        case delivered
        /// Was there before the recording began: the broker keeps such state for late subscribers.
        case retained
        /// Came after its deadline.
        case stale
        /// Came again, with the same id.
        case repeated
    }

    /// Its place in the file.
    var number: Int64 = 0
    /// In which recording of the file.
    var recording: Int64
    /// When the recorder got it: Unix time in microseconds.
    var received: Int64
    /// What became of it.
    var fate: Fate
    /// The message; its body is empty when it was left out.
    var message: RawMessage
    /// Bytes of its body.
    var size: Int
    /// Whether its body was left out.
    var isBodyLeftOut = false

    /// When it passed the broker, else when it was received: one clock for all publishers.
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

    /// JSON as text, for SQLite's own JSON functions; sound, and what is no text, as bytes.
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

    /// Reads a row of `number` and ``columns``; nil when it is no message: anybody may have written to the file.
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
