import SaybusBus
import SaybusMessages

/// A replay of a recording's inputs, at their recorded times or as fast as the turns end. It awaits the end of each
/// turn.
struct Replay: Sendable {
    /// The number of sessions replayed in parallel at full speed. It is limited because a recognizer
    /// processes one turn after the other.
    private static let sessionsAtOnce = 8

    /// The result of a replayed turn.
    struct Result: Sendable {
        let recorded: RecordedTurn
        let turn: TurnID
        /// The turn's end; nil if none was received in time.
        let end: Message<TurnEnded>?
        /// The time from the last message of its input to its end.
        let time: Duration
    }

    let plan: ReplayPlan
    let reader: RecordingReader
    let turns: [RecordedTurn]
    let recording: Int64?
    /// The conditions on messages outside turns; ``turns`` fit them already.
    let filter: TapFilter
    let speed: Double
    /// The time within which a turn must end after its input.
    let turnTimeout: Duration
    let publisher: ReplayPublisher
    let tracker: TurnEndTracker
    /// Receives the result of each turn.
    let report: @Sendable (Result) async throws -> Void
    /// Called for each message that was replayed.
    let reportPlayed: @Sendable () -> Void
    /// Receives each message that cannot be replayed.
    let reportUnplayable: @Sendable (StoredMessage, any Error) -> Void

    private struct Key: Hashable {
        let recording: Int64
        let turn: TurnID
    }

    /// Replays all turns. What is recorded meanwhile, such as the replay itself, is not played.
    func run() async throws {
        var selection = RecordingReader.Selection()
        selection.kinds = plan.kinds
        selection.recording = recording
        selection.last = try await reader.lastNumber()
        if speed > 0 { try await runPaced(selection) } else { try await runFast(selection) }
    }

    /// Replays each message at its recorded time. Turns overlap as they did in the recording. If another turn
    /// of its session had ended before a turn began, the turn waits for that end in the replay, too.
    private func runPaced(_ selection: RecordingReader.Selection) async throws {
        let records = Dictionary(
            turns.map { (Key(recording: $0.recording, turn: $0.turn), $0) }, uniquingKeysWith: { first, _ in first })
        try await withThrowingTaskGroup(of: Void.self) { group in
            var current: Int64?
            // The turns whose end is awaited: the recording may contain a turn's last input message twice.
            var followed: Set<Key> = []
            var order = TurnOrder()
            var (began, first) = (ContinuousClock.now, Int64(0))
            try await reader.forEach(selection) { stored in
                let header = stored.message.header
                let record = header.turn.flatMap { records[Key(recording: stored.recording, turn: $0)] }
                // A turn outside the selection has no record here.
                guard header.turn == nil ? filter.admits(header) : record != nil, plan.admits(stored, of: record)
                else { return }
                if current != stored.recording {
                    // The pause between two recordings is skipped.
                    (current, began, first) = (stored.recording, .now, stored.time)
                }
                if let record, order.markBegun(record) {
                    let stopped = ContinuousClock.now
                    for end in order.endsBefore(record) { for await _ in end {} }
                    began += .now - stopped
                }
                let offset = Double(WallClock.elapsed(from: first, to: stored.time)) / speed
                // Wait until the message's time.
                try await Task.sleep(until: began + .microseconds(offset.rounded()), clock: .continuous)
                play(stored, record)
                if let record, header.kind == plan.closing(of: record),
                    followed.insert(Key(recording: record.recording, turn: record.turn)).inserted
                {
                    let over = order.end(of: record)
                    group.addTask {
                        defer { over.finish() }
                        try await follow(record, from: .now)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Replays the turns of a session one after the other, and several sessions in parallel.
    private func runFast(_ selection: RecordingReader.Selection) async throws {
        if plan.only != nil {
            var outside = selection
            outside.isOutsideTurns = true
            try await reader.forEach(outside) { stored in
                if filter.admits(stored.message.header), plan.admits(stored, of: nil) { play(stored, nil) }
            }
        }
        let sessions = Dictionary(grouping: turns.filter { plan.skipReason(for: $0) == nil }, by: \.session)
        var waiting = sessions.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)[...]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.sessionsAtOnce {
                guard let turns = waiting.popFirst() else { break }
                group.addTask { try await play(turns, selection) }
            }
            while try await group.next() != nil {
                if let turns = waiting.popFirst() { group.addTask { try await play(turns, selection) } }
            }
        }
    }

    private func play(_ turns: [RecordedTurn], _ all: RecordingReader.Selection) async throws {
        for record in turns {
            var selection = all
            selection.recording = record.recording
            selection.turn = record.turn
            try await reader.forEach(selection) { stored in
                if plan.admits(stored, of: record) { play(stored, record) }
            }
            if plan.closing(of: record) != nil { try await follow(record, from: .now) }
        }
    }

    private func play(_ stored: StoredMessage, _ record: RecordedTurn?) {
        if let record, stored.message.header.kind == plan.closing(of: record) {
            tracker.watch(publisher.turn(record.turn))
        }
        do {
            try publisher.publish(stored)
            reportPlayed()
        } catch {
            reportUnplayable(stored, error)
        }
    }

    private func follow(_ record: RecordedTurn, from inputEnded: ContinuousClock.Instant) async throws {
        let turn = publisher.turn(record.turn)
        let end = await tracker.end(of: turn, within: turnTimeout)
        try Task.checkCancellation()
        try await report(Result(recorded: record, turn: turn, end: end, time: .now - inputEnded))
    }
}
