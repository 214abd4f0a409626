import Foundation
import GRDB
import SaybusBus
import SaybusMessages

/// A writer of one recording into a file.
struct RecordingWriter: Sendable {
    /// The counts of a recording so far.
    struct Totals: Sendable, Equatable {
        var messages = 0
        /// Messages missing according to the publishers' sequence numbers.
        var lost = 0
        var malformed = 0
        /// Messages dropped by the recorder's own queue. They become part of `lost` once the next message of
        /// their topic is received.
        var leftOut = 0
    }

    /// A row to write.
    private enum Line: Sendable {
        case message(StoredMessage)
        case malformed(MessageError, received: Int64)
        /// Lost messages before the message written last; without a header, those dropped by the recorder
        /// itself.
        case gap(Int, Header?)
    }

    let file: RecordingFile
    let recording: Int64
    private(set) var totals = Totals()
    private let withAudio: Bool
    private let filter: TapFilter
    private var sequences = SequenceTracker()

    /// Adds a row for a new recording to the file.
    init(_ file: RecordingFile, bus: BusAddress, withAudio: Bool, filter: TapFilter) throws {
        (self.file, self.withAudio, self.filter) = (file, withAudio, filter)
        do {
            recording = try file.database.write { db in
                try db.execute(
                    sql: "INSERT INTO recording (started, bus, audio) VALUES (?, ?, ?)",
                    arguments: [WallClock.microseconds(), bus.url, withAudio])
                return db.lastInsertedRowID
            }
        } catch {
            throw RecordingFile.failure(error, file.path, writing: true)
        }
    }

    /// Writes items in one transaction.
    /// - Parameter leftOut: The number of items dropped by the queue so far.
    mutating func write(_ items: ArraySlice<RecordQueue.Item>, leftOut: Int) async throws {
        var lines = items.flatMap { convert($0) }
        if leftOut > totals.leftOut { lines.append(.gap(leftOut - totals.leftOut, nil)) }
        guard !lines.isEmpty else { return }
        try await file.database.write { [lines, recording] db in
            for line in lines { try Self.write(line, recording, db) }
        }
        totals.leftOut = leftOut
        for line in lines {
            switch line {
            case .message: totals.messages += 1
            case .malformed: totals.malformed += 1
            case .gap(let count, let header):
                let (sum, overflow) = totals.lost.addingReportingOverflow(header == nil ? 0 : count)
                totals.lost = overflow ? .max : sum
            }
        }
    }

    /// Writes the end of the recording and its cause.
    func end(_ ending: String) async throws {
        try await file.database.write { [recording, totals] db in
            try db.execute(
                sql: "UPDATE recording SET ended = ?, ending = ?, left_out = ? WHERE id = ?",
                arguments: [WallClock.microseconds(), ending, totals.leftOut, recording])
        }
    }

    private mutating func convert(_ item: RecordQueue.Item) -> [Line] {
        switch item.observation {
        case .malformed(let error):
            sequences.receive(unreadable: error)
            return filter.admits(error) ? [.malformed(error, received: item.received)] : []
        case .message(let message, let treatment):
            let header = message.header
            // A stage sends barriers to itself, up to a hundred a second while the broker is away.
            guard header.kind != Barrier.kind, filter.admits(header) else { return [] }
            let verdict = sequences.receive(message, now: item.received)
            // The broker sends retained messages to all subscribers again whenever a new subscriber connects.
            if verdict == .again, header.retain { return [] }
            let fate: StoredMessage.Fate =
                switch treatment {
                case .stale: .stale
                case .repeated: .repeated
                case .delivered: item.isEarly && header.retain ? .retained : .delivered
                }
            let stored = StoredMessage(
                recording: recording, received: item.received, fate: fate, message: message, withAudio: withAudio)
            if case .gap(let count) = verdict { return [.message(stored), .gap(count, header)] }
            return [.message(stored)]
        }
    }

    private static func write(_ line: Line, _ recording: Int64, _ db: Database) throws {
        switch line {
        case .message(let message):
            try db.cachedStatement(sql: StoredMessage.insertion).execute(arguments: message.arguments)
        case .malformed(let error, let received):
            try db.execute(
                sql: """
                    INSERT INTO malformed (recording, after, received, code, reason, source)
                    VALUES (?, (SELECT coalesce(max(number), 0) FROM message), ?, ?, ?, ?)
                    """,
                arguments: [recording, received, error.code.rawValue, error.reason, error.source?.description])
        case .gap(let count, let header):
            try db.execute(
                sql: """
                    INSERT INTO gap (recording, before, count, kind, session, source, run)
                    VALUES (?, (SELECT coalesce(max(number), 0) FROM message), ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recording, count, header?.kind.rawValue, header?.session.rawValue, header?.source.description,
                    header.map { Int64($0.run) },
                ])
        }
    }
}
