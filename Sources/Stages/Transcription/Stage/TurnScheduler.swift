import SaybusMessages

/// Brings the sound of several conversations before one recognizer, a turn at a time. Pure.
///
/// The first turn that opens is served while it is spoken. What others say meanwhile waits, and is served as a whole. Chunks that come out of
/// order are put in order: who comes in mid-turn is sent its beginning again, after what is being said now. A chunk that stays away is made
/// up by as much silence, so that the times of the words stay right, and is counted. A turn of which nothing more is heard holds up nobody for long.
struct TurnScheduler: Sendable {
    /// What listening stages say of their turns, and what is said of them.
    enum Event: Sendable {
        case started(Header)
        case chunk(AudioInput, Header)
        case ended(SpeechEnded, Header)
        /// A listener works in this start of it, which knows nothing of the turns of an earlier one; nil: it has stopped, failed or is lost.
        case listener(Source, run: UInt32?)
    }

    /// What the runner must do.
    enum Action: Sendable, Equatable {
        case begin
        case accept([Int16], Header)
        case finish(Header, missing: Int)
        /// Nothing can be made of the turn, for this reason.
        case fail(Header, String)
        /// The turn is forgotten.
        case drop
    }

    /// How many turns wait at most.
    static let mostTurns = 64

    /// How long nothing may be heard of a turn that others wait for, in microseconds: who listens sends sound several times a second.
    static let patience: Int64 = 3_000_000

    /// In the order of opening.
    private var turns: [TurnReorderBuffer] = []
    private var served: TurnID?
    /// Turns whose transcript is out: chunks of theirs that come again mean nothing.
    private var done: Set<TurnID> = []

    /// - Parameter now: When the broker forwarded the event, in microseconds: the recognizer may be late, which is no listener's fault.
    mutating func take(_ event: Event, at now: Int64) -> [Action] {
        switch event {
        case .started(let header): change(header, now) { $0.start() }
        case .chunk(let chunk, let header): change(header, now) { $0.accept(chunk, header) }
        case .ended(let ended, let header) where ended.reason == .withdrawn: return withdraw(header.turn) + serve()
        case .ended(let ended, let header): change(header, now) { $0.end(ended, header) }
        case .listener(let listener, let run):
            for index in turns.indices where turns[index].listener == listener && turns[index].run != run {
                turns[index].breakOff()
            }
        }
        if let index = turns.firstIndex(where: { $0.id == served }), now - turns[index].heardAt > Self.patience,
            turns.contains(where: { $0.hasHead && $0.id != served })
        {
            turns[index].breakOff()
        }
        return serve()
    }

    /// Leaves what is still being spoken to a successor, which gets its sound again: half a sentence is no transcript.
    mutating func close() -> [Action] {
        turns.removeAll { !$0.isOver }
        return serve()
    }

    /// Whether the turn of a message is still to be transcribed.
    func holds(_ header: Header) -> Bool { turns.contains { $0.id == header.turn } }

    private mutating func change(_ header: Header, _ now: Int64, _ change: (inout TurnReorderBuffer) -> Void) {
        guard let id = header.turn, !done.contains(id) else { return }
        if let index = turns.firstIndex(where: { $0.id == id }) {
            turns[index].heard(at: now)
            return change(&turns[index])
        }
        // A listener speaks of one turn after the other; ids are ordered by time. So the end of an older one is not going to come.
        for index in turns.indices where turns[index].listener == header.source && turns[index].id < id {
            turns[index].overtaken()
        }
        if turns.count >= Self.mostTurns, let waiting = turns.firstIndex(where: { !$0.hasHead }) {
            turns.remove(at: waiting)
        }
        // Its listener ends a turn that gets no transcript, and says so.
        guard turns.count < Self.mostTurns else { return }
        var turn = TurnReorderBuffer(id: id, header: header)
        turn.heard(at: now)
        change(&turn)
        turns.append(turn)
    }

    private mutating func serve() -> [Action] {
        var actions: [Action] = []
        while let index = turns.firstIndex(where: { $0.id == served }) ?? turns.firstIndex(where: \.hasHead) {
            if served != turns[index].id {
                served = turns[index].id
                actions.append(.begin)
            }
            for (samples, header) in turns[index].takeSound() { actions.append(.accept(samples, header)) }
            let turn = turns[index]
            guard turn.isOver else { break }
            actions.append(turn.problem.map { .fail(turn.last, $0) } ?? .finish(turn.last, missing: turn.missing))
            turns.remove(at: index)
            served = nil
            forget(turn.id)
        }
        return actions
    }

    /// Its listener wants no words of a turn.
    private mutating func withdraw(_ id: TurnID?) -> [Action] {
        guard let id else { return [] }
        turns.removeAll { $0.id == id }
        forget(id)
        guard served == id else { return [] }
        served = nil
        return [.drop]
    }

    private mutating func forget(_ turn: TurnID) {
        if done.count >= 1024 { done = [] }
        done.insert(turn)
    }
}
