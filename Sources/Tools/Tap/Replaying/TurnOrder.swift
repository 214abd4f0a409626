import SaybusMessages

/// The order between turns in a recording: which turns had ended before another one began.
struct TurnOrder {
    private struct Played {
        let ended: Int64
        let end: AsyncStream<Void>
    }

    private var begun: Set<TurnID> = []
    private var played: [Session: [Played]] = [:]

    /// Records that a turn has begun.
    /// - Returns: Whether this is its first message.
    mutating func markBegun(_ record: RecordedTurn) -> Bool { begun.insert(record.turn).inserted }

    /// Records that a turn's input was published.
    /// - Returns: A continuation to finish when the replayed turn has ended.
    mutating func end(of record: RecordedTurn) -> AsyncStream<Void>.Continuation {
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        // No turn waits for one whose end was not recorded.
        if let ended = record.ended { played[record.session, default: []].append(Played(ended: ended, end: end)) }
        return continuation
    }

    /// Removes and returns the ends that a turn waits for: those of turns in its session that had ended
    /// before it began.
    mutating func endsBefore(_ record: RecordedTurn) -> [AsyncStream<Void>] {
        let earlier = (played[record.session] ?? []).filter { $0.ended <= record.began }
        played[record.session]?.removeAll { $0.ended <= record.began }
        return earlier.map(\.end)
    }
}
