import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A scheduler of several conversations' turns on one recognizer, one turn at a time. Pure.
///
/// The turn that opens first is recognized while it is spoken. Other turns wait until they are over, and are then
/// recognized as a whole: they overtake a turn that is still spoken, whose sound the recognizer gets again, in pieces
/// between which others can overtake it once more. Chunks that arrive out of order are reordered: a stage that joins in
/// mid-turn gets the turn's beginning again, after newer sound. A missing chunk is replaced by silence of the same
/// length, so that the word times stay right, and is counted. A turn without messages blocks waiting turns only for
/// ``silenceTimeout``. One whose end is lost is finished or given up, too.
struct TurnScheduler: Sendable {
    /// An event of a listen stage or of one of its turns.
    enum Event: Sendable {
        case started(Header)
        case chunk(AudioInput, Header)
        case ended(SpeechEnded, Header)
        /// The status of a listener, whose run may be over.
        case listener(Message<StageStatus>)
    }

    /// An action for the stage to perform.
    enum Action: Sendable, Equatable {
        /// The turn begins, or begins anew after another one has overtaken it.
        case begin(TurnID)
        case accept([Int16], Header)
        /// Sound that the recognizer gets again, because another turn has overtaken this one. A partial text of it says
        /// less than is known.
        case acceptAgain([Int16], Header)
        case finish(Header, missing: Int, of: Int)
        /// The turn cannot be transcribed, for the given reason.
        case fail(Header, String)
        /// The turn is discarded without a transcript.
        case drop
    }

    /// The maximum number of open turns.
    static let maximumTurns = 64

    /// The maximum time without a message of a turn that others wait for, in microseconds. A listener sends
    /// sound several times a second.
    static let silenceTimeout: Int64 = 3_000_000

    /// The maximum time without a message of a turn that no other waits for, in microseconds.
    static let abandonTimeout: Int64 = 10_000_000

    /// The maximum number of samples that the recognizer gets again at once: 2 s.
    static let maximumRepetition = PCMFormat.speech.samples(.seconds(2))

    /// The open turns, in the order of opening.
    private var turns: [TurnReorderBuffer] = []
    /// The turn being recognized.
    private var current: TurnID?
    /// The sound of open turns that the recognizer has had, or gets again.
    private var heard: [TurnID: Heard] = [:]
    /// The finished turns, whose repeated chunks are ignored.
    private var finished = GenerationalCache<TurnID, Void>(capacity: 1024)

    /// Sound of a turn, with the header of its last chunk.
    private struct Heard: Sendable {
        var samples: [Int16] = []
        /// The number of samples that the recognizer has had since the turn began, or began anew.
        var count = 0
        var last: Header

        var isRepeated: Bool { count == samples.count }

        mutating func add(_ sound: [Int16], _ header: Header) {
            samples += sound
            last = header
        }

        /// Returns the action for the next samples that the recognizer gets again.
        mutating func next() -> Action {
            let piece = Array(samples[count...].prefix(TurnScheduler.maximumRepetition))
            count += piece.count
            return isRepeated ? .accept(piece, last) : .acceptAgain(piece, last)
        }
    }

    /// Processes an event.
    /// - Parameters:
    ///   - now: The time of processing, in microseconds of a steady clock. The broker's wall clock would not do: it may
    ///     be set while a turn is spoken.
    ///   - isBehind: Whether other messages wait to be processed, some of which may be of a turn that looks silent
    ///     because the recognizer was slow.
    /// - Returns: The actions to perform, in order.
    mutating func take(_ event: Event, at now: Int64, isBehind: Bool) -> [Action] {
        switch event {
        case .started(let header): change(header, now) { $0.start() }
        case .chunk(let chunk, let header): change(header, now) { $0.accept(chunk, header) }
        case .ended(let ended, let header) where ended.reason == .withdrawn:
            return withdraw(header.turn) + nextActions(isBehind)
        case .ended(let ended, let header): change(header, now) { $0.end(ended, header) }
        case .listener(let status):
            for index in turns.indices { turns[index].abort(ifListenerIsOverBy: status) }
        }
        if !isBehind { endSilentTurns(now) }
        return nextActions(isBehind)
    }

    /// Ends turns of which no message has come for too long.
    private mutating func endSilentTurns(_ now: Int64) {
        let isAwaited = turns.contains { $0.hasBeginning && $0.id != current }
        for index in turns.indices where turns[index].hasBeginning {
            let silence = now - turns[index].lastMessageAt
            if silence > Self.silenceTimeout, turns[index].isWhole {
                turns[index].finishWhole()
            } else if silence > (isAwaited && turns[index].id == current ? Self.silenceTimeout : Self.abandonTimeout) {
                turns[index].abort(because: "it has sent nothing for \(silence / 1_000_000) s")
            }
        }
    }

    /// Drops the turns that are still being spoken. A successor gets their sound again and transcribes them as
    /// a whole.
    mutating func close() -> [Action] {
        turns.removeAll { !$0.isOver }
        heard = [:]
        // One that comes back begins anew.
        if !turns.contains(where: { $0.id == current }) { current = nil }
        return nextActions()
    }

    /// Returns whether the turn of a message is still to be transcribed.
    func hasPendingTurn(of header: Header) -> Bool { turns.contains { $0.id == header.turn } }

    private mutating func change(_ header: Header, _ now: Int64, _ change: (inout TurnReorderBuffer) -> Void) {
        guard let id = header.turn, !finished.contains(id) else { return }
        if let index = turns.firstIndex(where: { $0.id == id }) {
            turns[index].touch(at: now)
            return change(&turns[index])
        }
        // A listener has one turn at a time, and turn ids are ordered by time, so older turns will get no end
        // any more.
        for index in turns.indices where turns[index].listener.source == header.source && turns[index].id < id {
            turns[index].supersede()
        }
        if turns.count >= Self.maximumTurns, let waiting = turns.firstIndex(where: { !$0.hasBeginning }) {
            turns.remove(at: waiting)
        }
        // A turn without a transcript is ended and reported by its listener.
        guard turns.count < Self.maximumTurns else { return }
        var turn = TurnReorderBuffer(id: id, header: header)
        turn.touch(at: now)
        change(&turn)
        turns.append(turn)
    }

    /// Returns the actions that the turns allow now: the current turn's first, then those of the turns that follow it.
    private mutating func nextActions(_ isBehind: Bool = false) -> [Action] {
        var actions: [Action] = []
        while let index = nextIndex {
            let id = turns[index].id
            if current != id {
                current = id
                heard[id]?.count = 0
                actions.append(.begin(id))
            }
            actions += takeSound(of: index, isBehind)
            let turn = turns[index]
            guard turn.isOver else { break }
            actions.append(
                turn.problem.map { .fail(turn.last, $0) }
                    ?? .finish(turn.last, missing: turn.missing, of: turn.chunks))
            turns.remove(at: index)
            (current, heard[id]) = (nil, nil)
            _ = finished.insert(turn.id)
        }
        return actions
    }

    /// Takes the sound for the recognizer. Sound that it gets once more comes first. Of a turn that goes on, it gets
    /// one piece at a time, and only while no message waits: that one may be the end of another turn.
    private mutating func takeSound(of index: Int, _ isBehind: Bool) -> [Action] {
        let (id, isOver) = (turns[index].id, turns[index].isOver)
        var actions: [Action] = []
        for (samples, header) in turns[index].takeSound() {
            var sound = heard.removeValue(forKey: id) ?? Heard(last: header)
            if sound.isRepeated {
                actions.append(.accept(samples, header))
                sound.count += samples.count
            }
            sound.add(samples, header)
            heard[id] = sound
        }
        guard turns[index].problem == nil, var sound = heard.removeValue(forKey: id) else { return actions }
        while !sound.isRepeated, isOver || !isBehind {
            actions.append(sound.next())
            if !isOver { break }
        }
        heard[id] = sound
        return actions
    }

    /// The index of the turn that the recognizer works on next; nil when none has a beginning.
    private var nextIndex: Int? {
        let index = turns.firstIndex { $0.id == current }
        if let index, turns[index].isOver { return index }
        // The sentence of one room does not wait for the end of a long one in another room.
        let whole = turns.firstIndex { $0.isOver && $0.hasBeginning && $0.problem == nil }
        return whole ?? index ?? turns.firstIndex(where: \.hasBeginning)
    }

    /// Removes a turn that its listener has withdrawn.
    private mutating func withdraw(_ id: TurnID?) -> [Action] {
        guard let id else { return [] }
        turns.removeAll { $0.id == id }
        heard[id] = nil
        _ = finished.insert(id)
        guard current == id else { return [] }
        current = nil
        return [.drop]
    }
}

extension TurnReorderBuffer {
    /// Ends the turn as failed if a status shows that the run of its listener is over, and so will not end it.
    fileprivate mutating func abort(ifListenerIsOverBy status: Message<StageStatus>) {
        switch listener.sign(in: status) {
        case .ended, .lost: abort(because: "it has gone")
        case .replaced: abort(because: "it was started again")
        case .alive, .namesake, nil: break
        }
    }
}
