import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The remote apps of a bus: programs in any language that get their commands over the bus and answer them.
package final class RemoteAppHost: DispatchApp {
    private let runtime: TurnRuntime
    private let questions: QuestionSessions
    private let runner: RemoteRunner

    /// Creates a host of the remote apps of a bus.
    /// - Parameter questions: The host of the apps' questions.
    package init(runtime: TurnRuntime, questions: QuestionSessions) {
        (self.runtime, self.questions) = (runtime, questions)
        runner = RemoteRunner(bus: runtime.bus, calls: runtime.calls)
    }

    package func mayClaim(_ arrival: IntentArrival) -> Bool { command(in: arrival) != nil }

    package func claim(_ arrival: IntentArrival) async -> IntentClaim {
        // Exactly one dispatcher publishes the command. Conversations carry out only their own commands.
        guard let (command, owner) = command(in: arrival),
            runtime.bus.isFirstDispatcher(for: arrival.session, amongConversations: false)
        else { return .declined }
        let header = arrival.intent.header
        let thresholds = arrival.remoteApps.thresholds(of: command.type, in: command.app)
        let explanation = thresholds.explanation(of: command, words: arrival.confidence)
        switch thresholds.assurance(of: command.confidence, words: arrival.confidence) {
        case .sufficient: return .claimed { [self] turn in try await carryOut(command, by: owner, in: turn, header) }
        case .doubtful:
            return .claimed { [self] turn in
                turn.explain("\(explanation): the user was asked")
                try await confirm(command, by: owner, in: turn, header)
            }
        case .insufficient:
            return .claimed { [self] turn in try await refuse(in: turn, header.session, because: explanation) }
        }
    }

    /// Returns the remote app's command in an intent, with its owner; nil when the intent means none.
    private func command(in arrival: IntentArrival) -> (CommandInvoked, owner: Source)? {
        let (intent, apps) = (arrival.intent.body, arrival.remoteApps)
        let surest = intent.surestHypothesis { hypothesis in
            apps.owner(of: hypothesis.app) == nil || apps.has(hypothesis.type, in: hypothesis.app)
        }
        let session = arrival.intent.header.session
        guard intent.empty == nil, let surest, let owner = apps.owner(of: surest.app, in: session) else { return nil }
        // While another app asks, the words answer it, unless they address this app by its name.
        guard !arrival.isOtherAsking || intent.addressee == surest.app else { return nil }
        return (CommandInvoked(surest, text: intent.text), owner)
    }

    private func carryOut(
        _ command: CommandInvoked, by owner: Source, in turn: ConversationTurn, _ intent: Header
    ) async throws {
        turn.begin(app: command.app, command: command.type)
        let owner = self.owner(of: command, in: intent.session, at: owner)
        var sent = intent.at
        let result = try await runner.run(command, owner: owner, answering: intent, in: intent.session) {
            [runtime] events in
            runtime.speak(events, of: turn, in: intent.session)
        } published: { header in
            sent = header.at
        }
        turn.invoked(command, dispatch: WallClock.elapsed(from: intent.at, to: sent))
        turn.setTiming("app", WallClock.elapsed(from: sent, to: runtime.bus.now))
        var outcome = result
        var followUp: FollowUp?
        if let asked = result.question {
            do throws(QuestionProblem) {
                followUp = try await question(asked, after: command, owner: owner, in: intent.session)
            } catch {
                outcome = .failure("the app \(command.app) asks what cannot be asked: \(error.reason)")
            }
        }
        try await runtime.conclude(
            turn, in: intent.session, command: command.type, events: outcome.allEvents, problem: outcome.problem,
            settles: followUp == nil)
        if let followUp { await questions.ask(followUp, after: turn, in: intent.session) }
    }

    /// Asks whether a command was meant that may have been misheard. After a yes the app gets it.
    private func confirm(
        _ command: CommandInvoked, by owner: Source, in turn: ConversationTurn, _ intent: Header
    ) async throws {
        let session = intent.session
        turn.begin(app: command.app, command: command.type, isNamed: true)
        runtime.confirm(intent)
        let question = RemoteConfirmation(
            command: command, owner: { [self] in self.owner(of: command, in: session, at: owner) }, session: session,
            runner: runner
        ) { [weak questions] events, turn, track in
            questions?.play(events, turn: turn, in: session, on: track)
        }
        try await runtime.conclude(turn, in: session, command: command.type)
        await questions.ask(
            FollowUp(request: await question.request(), command: command), after: turn, in: session)
    }

    /// Returns the program that carries out a command now: another may have replaced that of the intent's arrival. A
    /// newer one without the command leaves it to that one.
    private func owner(of command: CommandInvoked, in session: Session, at arrival: Source) -> Source {
        runtime.owner(ofRemote: command, in: session) ?? arrival
    }

    /// Answers words that are too likely misheard for any command.
    private func refuse(in turn: ConversationTurn, _ session: Session, because reason: String) async throws {
        turn.setOutcome(.notUnderstood, reason)
        try await runtime.conclude(
            turn, in: session, events: [.speech(.init(BuiltInSentence.notUnderstood.text()))], settles: true)
    }

    private func question(
        _ asked: RemoteOutcome.Question, after command: CommandInvoked, owner: Source, in session: Session
    ) async throws(QuestionProblem) -> FollowUp {
        let question = RemoteQuestion(asked: asked, command: command, owner: owner, session: session, runner: runner) {
            [weak questions] events, turn, track in
            questions?.play(events, turn: turn, in: session, on: track)
        }
        return FollowUp(request: try await question.request(), command: command)
    }
}
