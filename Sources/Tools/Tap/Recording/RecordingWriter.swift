import Foundation
import GRDB
import SaybusBus
import SaybusMessages

/// Writes one recording into its file.
struct RecordingWriter: Sendable {
    /// What has been written.
    struct Totals: Sendable, Equatable {
        var messages = 0
        /// Holes in the publishers' numbers.
        var lost = 0
        var malformed = 0
        /// What found no room in the recorder's own queue; part of `lost`, once the next message of its topic has come.
        var leftOut = 0
    }

    private enum Line: Sendable {
        case message(StoredMessage)
        case malformed(MessageError, received: Int64)
        /// Before the message written last; without a header, the recorder's own.
        case gap(Int, Header?)
    }

    let file: RecordingFile
    let recording: Int64
    private(set) var totals = Totals()
    private let withAudio: Bool
    private let filter: TapFilter
    private var sequences = SequenceTracker()

    /// Begins a recording in a file.
    init(_ file: RecordingFile, bus: BusAddress, withAudio: Bool, filter: TapFilter) throws {
        (self.file, self.withAudio, self.filter) = (file, withAudio, filter)
        do {
            recording = try file.database.write { db in
                try db.execute(
                    sql: "INSERT INTO recording (started, bus, audio) VALUES (?, ?, ?)",
                    arguments: [WallClock.microseconds(), bus.url, withAudio])
                return db.lastInsertedRowID
            }
        } catch let error as DatabaseError {
            throw RecordingFile.failure(error, file.path, writing: true)
        }
    }

    /// Writes what has come, in one transaction.
    /// - Parameter leftOut: How many found no room so far.
    mutating func write(_ items: ArraySlice<RecordQueue.Item>, leftOut: Int) async throws {
        var lines = items.flatMap { take($0) }
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

    /// Notes that the recording has ended and why, and brings everything into the one file.
    func end(_ ending: String) async throws {
        try await file.database.write { [recording, totals] db in
            try db.execute(
                sql: "UPDATE recording SET ended = ?, ending = ?, left_out = ? WHERE id = ?",
                arguments: [WallClock.microseconds(), ending, totals.leftOut, recording])
        }
    }

    private mutating func take(_ item: RecordQueue.Item) -> [Line] {
        switch item.observation {
        case .malformed(let error):
            return filter.admits(error) ? [.malformed(error, received: item.received)] : []
        case .message(let message, let treatment):
            let header = message.header
            // Stages talk to themselves through the broker, up to a hundred times a second while it is away.
            guard header.kind != Barrier.kind, filter.admits(header) else { return [] }
            let verdict = sequences.receive(message, now: item.received)
            // The broker hands retained messages to everybody again whenever somebody comes.
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
