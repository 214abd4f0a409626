import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// Answers of an app that carries out one command after the other and has no audio tracks of its own.
extension TurnRuntime {
    /// The most answers of a session that wait to be played while further turns begin. A program that floods a session
    /// waits for its answers beyond that.
    package static let maximumUnplayed = 64

    /// Publishes events as a part of a turn's answer, without waiting for their playback.
    package func speak(_ events: [AudioEvent], of turn: ConversationTurn, in session: Session) {
        guard !events.isEmpty else { return }
        let id = MessageID()
        turn.opened(id, events)
        do { try publish(events, id: id, of: turn, in: session) } catch {
            turn.closed(id, PlaybackEnd(.unheard("\(error)")))
        }
    }

    /// Tries whether the audio stage can play events, which are a part of a turn's answer if it can.
    /// - Parameter id: The turn; nil for none.
    /// - Returns: The reason why it did not play them; nil when it did, also when the user spoke over them.
    package func trySpeaking(_ events: [AudioEvent], of id: TurnID?, in session: Session) async -> String? {
        let turn = id.flatMap { id in state.withLock { $0.turns[id] } }
        let sequence = MessageID()
        let ended = OneTimeValue<PlaybackEnd>()
        turn?.opened(sequence, events)
        do {
            try play(AudioSequence(events), id: sequence, of: turn, in: session) { event in
                if case .ended(let end) = event { ended.resolve(end) }
            }
        } catch {
            ended.resolve(PlaybackEnd(.unheard("\(error)")))
        }
        var end = await ended.value
        // A refused event is no part of the answer, and no failure: other words follow.
        if case .unheard = end.outcome { end.heard = "" }
        turn?.closed(sequence, end, isWanted: false)
        if case .stopped = end.outcome { return nil }
        return end.problem
    }

    /// Concludes a command: publishes the last part of its answer. If a question may follow, waits until all of the
    /// answer was played.
    ///
    /// Otherwise the session's next turn begins at once, so that "stop" works during a long answer. The audio stage
    /// plays the answers of a session one after the other.
    ///
    /// - Parameters:
    ///   - command: The command's type, for the log; nil for none.
    ///   - events: The last part of the answer.
    ///   - problem: Why the command failed; nil when it did not.
    ///   - settles: Whether nothing follows: the turn then ends with its answer. Otherwise a question may follow.
    /// - Throws: `BusError` when the answer cannot be published.
    package func conclude(
        _ turn: ConversationTurn, in session: Session, command: String? = nil, events: [AudioEvent] = [],
        problem: String? = nil, settles: Bool = false
    ) async throws(BusError) {
        // Its command may have been cut off by the end of the program, which is not known here yet.
        if Task.isCancelled, isDraining { turn.leave() }
        guard !turn.isLeft else { return }
        if let problem {
            turn.setOutcome(.failed, problem)
            logger.warning("a command failed", metadata: ["command": "\(command ?? "")", "problem": "\(problem)"])
        }
        if !settles { countAnswerBeforeQuestion(in: session, 1) }
        defer { if !settles { countAnswerBeforeQuestion(in: session, -1) } }
        if !events.isEmpty {
            let id = MessageID()
            turn.opened(id, events)
            turn.answered()
            try publish(events, id: id, of: turn, in: session)
        }
        guard !settles else {
            turn.settle()
            return await waitForRoom(after: turn, in: session)
        }
        if events.isEmpty { turn.answered() }
        await turn.waitUntilSilent()
    }

    /// Waits for the end of a turn if too many answers of its session have not been played.
    private func waitForRoom(after turn: ConversationTurn, in session: Session) async {
        let count = state.withLock { state in
            let count = state.unplayed[session, default: 0] + 1
            state.unplayed[session] = count
            return count
        }
        turn.onEnd { [self] in
            state.withLock { state in
                let count = state.unplayed[session, default: 1] - 1
                state.unplayed[session] = count > 0 ? count : nil
            }
        }
        if count > Self.maximumUnplayed { await turn.waitUntilSilent() }
    }

    private func countAnswerBeforeQuestion(in session: Session, _ change: Int) {
        state.withLock { state in
            let count = state.answersBeforeQuestions[session, default: 0] + change
            state.answersBeforeQuestions[session] = count > 0 ? count : nil
        }
    }

    private func publish(
        _ events: [AudioEvent], id: MessageID, of turn: ConversationTurn, in session: Session
    ) throws(BusError) {
        let sequence = AudioSequence(events, reportsItems: events.contains(where: \.hasFile) ? true : nil)
        try play(sequence, id: id, of: turn, in: session) { event in
            if case .ended(let end) = event { turn.closed(id, end) }
        }
    }
}
