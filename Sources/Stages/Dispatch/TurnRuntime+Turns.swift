import Logging
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusStage
import Synchronization

/// The turns that an app opens, carries out and answers.
extension TurnRuntime {
    /// Opens a turn that publishes its own end.
    /// - Parameters:
    ///   - cause: The header of the intent that the turn answers; nil when nothing was said.
    ///   - said: The words of the intent.
    ///   - session: The session; nil for that of the cause.
    package func openTurn(answering cause: Header?, said: String? = nil, in session: Session? = nil) -> ConversationTurn
    {
        let id = cause == nil ? TurnID() : cause?.turn
        let session = session ?? cause?.session ?? .default
        state.withLock { $0.openTurns += 1 }
        let turn = ConversationTurn(
            id: id, cause: cause, said: said, timings: cause.map { timings.spent(on: $0) } ?? [:], journal: journal,
            report: { [problems] in problems.report($0) }
        ) { [self] end, wasCut in
            do { try bus.publish(end, answering: cause, session: session, turn: id) } catch {
                logger.error("a turn's end cannot be published", metadata: ["error": "\(error)"])
            }
            if wasCut { apologizeForCut(in: session, end.reason) }
        }
        if let id { state.withLock { $0.turns[id] = turn } }
        turn.onEnd { [self] in
            if let cause { context?.end(cause) }
            state.withLock { state in
                state.openTurns -= 1
                if let id { state.turns[id] = nil }
            }
            stopIfDone()
        }
        return turn
    }

    /// Leaves the turns whose commands are being carried out to a successor, and the answers that sound to the audio
    /// stage, because this program has no more time.
    func leaveTurns() {
        let taken = playbacks.taken
        let turns = state.withLock { state in
            state.unfollowed.formUnion(taken)
            return Array(state.turns.values)
        }
        for turn in turns {
            turn.leave()
            turn.leaveAnswer(in: taken)
        }
    }

    /// Returns whether another program has published the end of a turn.
    package func isEndedElsewhere(_ turn: TurnID?) -> Bool { history.isEndedElsewhere(turn) }

    /// Ends a turn as cancelled: the user is still answering a question that is closed.
    package func abandon(_ turn: TurnID, in session: Session, _ reason: String) {
        guard history.taken.insert(turn) else { return }
        tryPublishing { try bus.publish(TurnEnded(outcome: .cancelled, reason: reason), session: session, turn: turn) }
    }

    /// Publishes a receipt for an intent, so that its publisher stops retransmitting it.
    package func confirm(_ intent: Header) {
        tryPublishing { try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent) }
    }

    /// Records in the journal that a turn is about to carry out a command, and publishes the command.
    package func announce(_ command: CommandInvoked, in turn: ConversationTurn, session: Session) throws(BusError) {
        turn.begin(app: command.app, command: command.type)
        let header = try bus.publish(command, answering: turn.cause, session: session, turn: turn.id)
        turn.invoked(command, dispatch: turn.cause.map { WallClock.elapsed(from: $0.at, to: header.at) })
    }

    /// Publishes a sequence and tracks it to its end.
    /// - Parameter handler: Called for each event of the sequence; never called when publishing fails.
    /// - Throws: `BusError`, with code `closed` while the program stops.
    @discardableResult
    package func play(
        _ sequence: AudioSequence, id: MessageID, of turn: ConversationTurn?, in session: Session,
        handler: @escaping PlaybackTracker.Handler
    ) throws(BusError) -> Header {
        var spoken = sequence
        spoken.language =
            sequence.language ?? Self.language(of: sequence.spokenText, by: spokenLanguage(of: turn?.app, in: session))
        let publish = { @Sendable [bus, spoken] () throws(BusError) -> Header in
            // No messages are published in a turn that has ended.
            let turn = turn?.isEnded == true ? nil : turn
            return try bus.publish(
                spoken, id: id, answering: turn?.cause, session: session, turn: turn?.id,
                deadline: bus.now + Bus.sequenceLife)
        }
        guard turn?.isLeft != true,
            playbacks.begin(id, playing: sequence.events, handler: handler, again: { _ = try publish() })
        else {
            throw BusError(.closed, "the program stops")
        }
        // Before it is published, as the reports on a short sound may come at once.
        playbacks.sent(id, at: bus.now)
        do {
            let header = try publish()
            playbacks.startTimeouts(of: id)
            return header
        } catch {
            playbacks.forget(id)
            throw error
        }
    }

    /// Returns the language of an app's answer, where the audio stage would take another one for it.
    ///
    /// Remote apps may have other languages than the app of this program.
    /// - Parameters:
    ///   - app: The app; nil for that of this program.
    ///   - session: The session of the answer.
    func spokenLanguage(of app: String?, in session: Session) -> String? {
        let app = app ?? name
        let tag: String? =
            app == name ? language : state.withLock { $0.remoteApps.serving(session).language(of: app) }
        return tag.flatMap { Self.spokenLanguage(of: $0, in: .inUse) }
    }

    /// Returns the language of an app's words; nil, for the default voice, for a built-in sentence, which is in the
    /// language in use and not in the app's.
    static func language(of words: String, by app: String?, in language: Language = .inUse) -> String? {
        app != nil && BuiltInSentence.includes(words, in: language) ? nil : app
    }

    /// Returns the language that an app's speech states; nil for that of the default voice.
    ///
    /// Catalogs that give no language are labelled `en-US`, whatever their words are. They get the default voice, as do
    /// those with an empty label.
    /// - Parameters:
    ///   - tag: The app's language.
    ///   - language: The language in use.
    static func spokenLanguage(of tag: String, in language: Language) -> String? {
        tag.isEmpty || tag == "en-US" || language.isFor(tag) ? nil : tag
    }
}
