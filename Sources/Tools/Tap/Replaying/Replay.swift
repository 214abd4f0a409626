import SaybusBus
import SaybusMessages

/// Plays a recording's inputs, in the recorded rhythm or as fast as the turns end, and follows each turn to its end.
struct Replay: Sendable {
    /// How many sessions are played at once when time does not matter: a recognizer serves one turn after the other.
    private static let sessionsAtOnce = 8

    /// A turn that has been played.
    struct Result: Sendable {
        let recorded: RecordedTurn
        let turn: TurnID
        /// Nil when no end came in time.
        let end: Message<TurnEnded>?
        /// From the last of its input to its end.
        let time: Duration
    }

    let plan: ReplayPlan
    let reader: RecordingReader
    let turns: [RecordedTurn]
    let recording: Int64?
    let speed: Double
    /// How long after its input a turn may take to end.
    let turnTimeout: Duration
    let publisher: ReplayPublisher
    let tracker: TurnEndTracker
    /// Takes each turn that has ended or has not.
    let report: @Sendable (Result) async throws -> Void
    /// Takes a message that cannot be played.
    let reportUnplayable: @Sendable (StoredMessage, any Error) -> Void

    private struct Key: Hashable {
        let recording: Int64
        let turn: TurnID
    }

    /// Plays everything.
    func run() async throws { if speed > 0 { try await runPaced() } else { try await runFast() } }

    /// Each message at its time; the turns overlap as they did, and one that began after another of its session had ended waits for that, however
    /// long it takes today.
    private func runPaced() async throws {
        let records = Dictionary(
            turns.map { (Key(recording: $0.recording, turn: $0.turn), $0) }, uniquingKeysWith: { first, _ in first })
        try await withThrowingTaskGroup(of: Void.self) { group in
            var current: Int64?
            // Whoever recorded may have heard a turn's closing message twice.
            var followed: Set<Key> = []
            var order = TurnOrder()
            var (began, first) = (ContinuousClock.now, Int64(0))
            var selection = RecordingReader.Selection()
            selection.kinds = plan.kinds
            selection.recording = recording
            try await reader.forEach(selection) { stored in
                let header = stored.message.header
                let record = header.turn.flatMap { records[Key(recording: stored.recording, turn: $0)] }
                // A turn that was not asked for has no record here.
                guard header.turn == nil || record != nil, plan.admits(stored, of: record) else { return }
                if current != stored.recording {
                    // The time between two recordings is not waited for.
                    (current, began, first) = (stored.recording, .now, stored.time)
                }
                if let record, order.markBegun(record) {
                    let stopped = ContinuousClock.now
                    for end in order.endsBefore(record) { for await _ in end {} }
                    began += .now - stopped
                }
                let offset = Double(WallClock.elapsed(from: first, to: stored.time)) / speed
                // The rhythm itself.
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

    /// One turn after the other within a session, some sessions side by side.
    private func runFast() async throws {
        if plan.only != nil {
            var selection = RecordingReader.Selection()
            selection.kinds = plan.kinds
            selection.recording = recording
            selection.isOutsideTurns = true
            try await reader.forEach(selection) { if plan.admits($0, of: nil) { play($0, nil) } }
        }
        let sessions = Dictionary(grouping: turns.filter { plan.skipReason(for: $0) == nil }, by: \.session)
        var waiting = sessions.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)[...]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.sessionsAtOnce {
                guard let turns = waiting.popFirst() else { break }
                group.addTask { try await play(turns) }
            }
            while try await group.next() != nil {
                if let turns = waiting.popFirst() { group.addTask { try await play(turns) } }
            }
        }
    }

    private func play(_ turns: [RecordedTurn]) async throws {
        for record in turns {
            var selection = RecordingReader.Selection()
            selection.kinds = plan.kinds
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
        do { try publisher.publish(stored) } catch { reportUnplayable(stored, error) }
    }

    private func follow(_ record: RecordedTurn, from inputEnded: ContinuousClock.Instant) async throws {
        let turn = publisher.turn(record.turn)
        let end = await tracker.end(of: turn, within: turnTimeout)
        try Task.checkCancellation()
        try await report(Result(recorded: record, turn: turn, end: end, time: .now - inputEnded))
    }
}
