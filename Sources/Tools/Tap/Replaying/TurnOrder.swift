import SaybusMessages

/// Which turns of a recording had ended before which others began, and the ends of those that are played.
struct TurnOrder {
    private struct Played {
        let ended: Int64
        let end: AsyncStream<Void>
    }

    private var begun: Set<TurnID> = []
    private var played: [Session: [Played]] = [:]

    /// Takes note of a turn's message.
    /// - Returns: Whether it is the first.
    mutating func markBegun(_ record: RecordedTurn) -> Bool { begun.insert(record.turn).inserted }

    /// A turn's input is out.
    /// - Returns: To be finished when it has ended here.
    mutating func end(of record: RecordedTurn) -> AsyncStream<Void>.Continuation {
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        // One whose end was not recorded keeps nobody waiting.
        if let ended = record.ended { played[record.session, default: []].append(Played(ended: ended, end: end)) }
        return continuation
    }

    /// The ends that a turn waits for, each told once: those of its session that were there before it began.
    mutating func endsBefore(_ record: RecordedTurn) -> [AsyncStream<Void>] {
        let earlier = (played[record.session] ?? []).filter { $0.ended <= record.began }
        played[record.session]?.removeAll { $0.ended <= record.began }
        return earlier.map(\.end)
    }
}
