import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The answer to a command of an app whose dispatchers are gone: the user hears that the app cannot answer.
extension TurnRuntime {
    /// The time before an intent's deadline at which a command of an app that is gone is answered: its publisher sends
    /// it to a successor until then, and the answer must be taken before the turn expires.
    static let answerMargin = Duration.milliseconds(1500)

    /// Returns the command that an intent most likely means, if the program that carried out the commands of its app is
    /// gone, or there is no such app, and this dispatcher answers in its place.
    private func absentCommand(in arrival: IntentArrival) -> SpeechIntent.Hypothesis? {
        // The remote apps are those of now: one may have announced itself since the intent came.
        guard !arrival.isOtherAsking, let surest = arrival.intent.body.surestHypothesis(), surest.app != name,
            surest.competingIntent == nil, state.withLock({ $0.remoteApps.owner(of: surest.app) }) == nil,
            isAbsent(surest.app, for: arrival.intent.header), answersForAll(in: arrival.session)
        else { return nil }
        return surest
    }

    /// Returns whether an app's dispatchers are gone, or no dispatcher has such an app. Another program that carries
    /// out the command knows an app that this one does not, such as a remote app of one session.
    private func isAbsent(_ app: String, for intent: Header) -> Bool {
        let (isGone, isUnknown) = state.withLock { state in
            (state.absentApps.contains(app, in: intent.session), state.absentApps.isUnknown(app))
        }
        return isGone || isUnknown && !history.invokedElsewhere.contains(intent.turn)
    }

    /// Arranges that a command of an app that is gone is answered shortly before the intent's deadline, unless a
    /// successor has carried it out until then. Does nothing for other intents.
    func scheduleAnswerOfAbsentApp(to arrival: IntentArrival) {
        let header = arrival.intent.header
        guard header.turn != nil, absentCommand(in: arrival) != nil, history.ofAbsentApps.insert(header.turn) else {
            return
        }
        let life = Duration.microseconds(Outbox.defaultLife)
        let left = bus.time(untilDeadlineOf: header).map { min($0, life) } ?? life
        Task { [weak self] in
            try? await Task.sleep(for: left - Self.answerMargin)
            guard let self else { return }
            post(in: header.session) { try await self.answerAbsent(arrival) }
        }
    }

    private func answerAbsent(_ arrival: IntentArrival) async throws {
        let intent = arrival.intent
        let turn = intent.header.turn
        guard !isDraining, !history.handledElsewhere.contains(turn), let command = absentCommand(in: arrival),
            !journal.isDamaged(turn), !journal.isAdopted(turn), history.taken.insert(turn)
        else { return }
        guard context?.begin(intent.header, intent.stamp, accepts: false) ?? true else {
            return history.taken.remove(turn)
        }
        try await carryOut(intent) { try await apologize(for: command, intent.header, $0) }
    }

    /// Answers a command of an app that is gone.
    private func apologize(
        for command: SpeechIntent.Hypothesis, _ intent: Header, _ turn: ConversationTurn
    ) async throws {
        turn.begin(app: command.app, command: command.type, isNamed: true)
        confirm(intent)
        let (isUnknown, isLost) = state.withLock { state in
            (state.absentApps.isUnknown(command.app), state.absentApps.hasLost(command.app, in: intent.session))
        }
        let reason =
            if isUnknown {
                "no app is called \(command.app)"
            } else {
                "the app \(command.app) cannot answer: its program "
                    + (isLost ? "does not answer, and no other one is there" : "has ended, and was not started again")
            }
        let outcome = RemoteOutcome.absent(command.app, reason)
        try await conclude(
            turn, in: intent.session, command: command.type, events: outcome.allEvents, problem: outcome.problem,
            settles: true)
    }
}
