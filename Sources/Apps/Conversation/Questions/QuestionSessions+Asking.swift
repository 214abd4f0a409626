import Logging
import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The questions of the apps, and what they play besides.
extension QuestionSessions {
    /// Asks the question that follows an answer; settles a turn in which nobody could answer it any more.
    package func ask(_ followUp: FollowUp, after turn: ConversationTurn, in session: Session) async {
        // A command that was carried out during the answer may have asked a question of its own, whose answer may still
        // be handled.
        await open[session]?.requests.settled()
        defer { open[session]?.requests.turnTaken() }
        let isTurnedAway = open[session]?.isAsking(after: turn) == true
        // Nobody could answer a question of a program that is about to end.
        guard !isTurnedAway, !turn.isEnded, !runtime.isDraining else {
            explain(followUp, isTurnedAway: isTurnedAway, turn, in: session)
            await drop(followUp)
            return turn.settle()
        }
        await ask(followUp, turn: turn, in: session)
    }

    /// Explains why a question is not asked. The command that it is about is then not carried out, of which the user is
    /// told.
    private func explain(_ followUp: FollowUp, isTurnedAway: Bool, _ turn: ConversationTurn, in session: Session) {
        let asksWhetherMeant = followUp.request.asksWhetherMeant
        if isTurnedAway {
            let reason = "its question is not asked: the user has given another command, which asks"
            if asksWhetherMeant { turn.setOutcome(.cancelled, reason) } else { turn.explain(reason) }
        } else if asksWhetherMeant, !turn.isEnded {
            turn.setOutcome(.failed, Self.notAsked(about: followUp.command.type))
            runtime.speak([.speech(.init(BuiltInSentence.cannotAsk.text()))], of: turn, in: session)
        }
    }

    /// Returns the reason of a turn whose command may have been misheard, and about which nobody can ask any more.
    nonisolated static func notAsked(about command: String) -> String {
        "\(command) is not carried out: the program ends, and cannot ask whether it was meant"
    }

    /// Asks a question in a session. When it cannot be asked, apologizes and ends the turn as failed.
    private func ask(_ followUp: FollowUp, turn: ConversationTurn, in name: Session) async {
        turn.onEnd { [weak self] in Task { await self?.sweep() } }
        // The open question of another app, since the user has addressed this one.
        if let session = open[name], session.requests.takesAnswers { await cancelRequests(of: [session]) }
        let session = session(for: name)
        do throws(VoiceRequestRefusal) {
            guard let session else { throw VoiceRequestRefusal(tooMany: Self.capacity) }
            try session.ask(followUp, turn: turn)
            questionChanged(in: name)
        } catch {
            runtime.logger.warning(
                "a question is refused", metadata: ["problem": "\(error)", "session": "\(name)"])
            turn.setOutcome(.failed, error.description)
            session?.sound(SpeechEvent(utteranceString: BuiltInSentence.cannotAsk.text()), turn: turn)
            await cleanUp(makeCycle(followUp.request).actionForCancellation(), turn)
            turn.settle()
        }
    }

    /// Runs the cleanup of a question that is not asked, because its turn has ended before.
    private func drop(_ followUp: FollowUp) async {
        await cleanUp(makeCycle(followUp.request).actionForCancellation(), nil)
    }

    /// Plays events of an app in a session besides its answer.
    package func play(
        _ events: [AudioEvent], turn: ConversationTurn?, in name: Session, on track: AudioTrackIdentifier = .main
    ) {
        guard !events.isEmpty else { return }
        session(for: name)?.play(events, turn: turn, on: track)
    }
}
