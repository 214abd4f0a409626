import Logging
import SaybusBus
import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusSupport

/// The host of an app from a YAML file. It decides which intents the app claims, and executes its commands' actions.
final class AppFileHost: DispatchApp {
    private let running: RunningApp
    private let runtime: TurnRuntime
    private let questions: QuestionSessions
    private let conversations: AppConversations
    private let memory: AppMemory
    private let follower: AppFileFollower
    private let ownTurns = OwnTurns()
    private let ownPatterns = OwnPatterns()

    /// Creates the host of an app.
    /// - Parameters:
    ///   - file: The file that is watched for changes; nil for none.
    ///   - questions: The host of the app's questions.
    ///   - clock: The clocks of timers and alarms.
    init(
        _ app: App, file: String?, runtime: TurnRuntime, questions: QuestionSessions,
        clock: any ScheduleClock = SystemScheduleClock()
    ) {
        (running, self.runtime, self.questions) = (RunningApp(app), runtime, questions)
        let current = { @Sendable [running] in running.current }
        let states = ConversationStates { entered, ringing in
            runtime.catalog.setBase(current().catalog(entered: entered, ringing: ringing))
        }
        conversations = AppConversations(
            initial: { current().openTopics },
            store: {
                let store = ConversationStore(app: $0, session: $1)
                store.onProblem { runtime.problems.report($0) }
                return store
            }
        ) { states.setEntered($0) }
        let path = AppStore.path(of: app.name, bus: runtime.bus.address)
        let store = AppStore(path: path) {
            runtime.problems.withdraw { $0.contains(AppStore.complaint(about: path)) }
        } report: {
            runtime.problems.report($0, from: .memory)
        }
        follower = AppFileFollower(
            running: running, file: file, runtime: runtime, conversations: conversations, store: store)
        let schedule = AppSchedule(
            store: store, clock: clock, serves: { [runtime] in runtime.carriesOutTurns(in: $0) }, app: current,
            ringingChanged: { states.setRinging($0) })
        memory = AppMemory(store: store, schedule: schedule, app: current)
    }

    // MARK: Intents

    /// A timer may ring over an answer of a minute.
    var stopsAtOnce: Bool { true }

    func mayClaim(_ arrival: IntentArrival) -> Bool {
        let intent = arrival.intent.body
        // While another app asks, the words answer it, unless they address this app by its name.
        guard !arrival.isOtherAsking || intent.addressee == running.current.name else { return false }
        guard let surest = intent.surestHypothesis()?.app else { return true }
        return surest == running.current.name || arrival.remoteApps.owner(of: surest) != nil
    }

    func claim(_ arrival: IntentArrival) async -> IntentClaim {
        guard mayClaim(arrival), await !runtime.leavesToOwnMatchers(arrival) else { return .declined }
        let intent = arrival.intent
        let session = arrival.session
        // The turn uses this version of the app even if the file changes meanwhile.
        let app = running.current
        let resolver = CommandResolver(app: app, entered: conversations.entered(in: session))
        // Only the app that apologizes for words that no app has understood may understand them here: another one would
        // carry out a command for which this one apologizes.
        let understood =
            runtime.answersForAll(in: session)
            ? ownPatterns.completed(intent.body, of: app, published: runtime.catalog.published?.revision, in: session)
            : intent.body
        var resolution = resolver.resolve(understood, remote: arrival.remoteApps)
        var refusal: String?
        switch resolution {
        case .ignore: return .declined
        case .invoke(let command):
            switch app.assurance(of: command, arrival) {
            case .sufficient:
                return .claimed { [self] turn in try await carryOut(command, of: app, in: turn, intent.header) }
            case .doubtful:
                return .claimed { [self] turn in
                    turn.explain("\(app.explanation(of: command, arrival)): the user was asked")
                    try await confirm(command, of: app, in: turn, intent.header)
                }
            case .insufficient: (resolution, refusal) = (.notUnderstood, app.explanation(of: command, arrival))
            }
        case .notUnderstood, .noSpeech, .recognizerFailed:
            // This app answers words that are most similar to its own, and if it is the first dispatcher also words
            // that are similar to no app's.
            guard intent.body.surestHypothesis()?.app == app.name || runtime.answersForAll(in: session) else {
                return .declined
            }
        }
        if case .notUnderstood = resolution, refusal == nil, await runtime.isSpokenStop(intent) {
            return .claimed { [self] turn in
                turn.explain(TurnRuntime.spokenStop)
                try await runtime.conclude(turn, in: session, settles: true)
            }
        }
        return .claimed { [self, resolution, refusal] turn in
            try await answer(resolution, because: refusal, of: app, in: turn, intent)
        }
    }

    func soundEnded(in session: Session) async { await memory.schedule.soundEnded(in: session) }

    func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async {
        if let arrival, arrival.role == .audio { await restoreVoice(for: arrival) }
        // Timers ring where the turns are carried out, which another dispatcher may have taken over or given back.
        guard status.body.role == runtime.bus.source.role,
            status.header.source != runtime.bus.source || status.body.state != .ready
        else { return }
        await memory.schedule.reevaluate()
    }

    /// Sets the voice of an audio stage that has just arrived as its users have set it before.
    private func restoreVoice(for arrival: Presence.Arrival) async {
        let app = running.current
        for session in ConversationStore.sessions(of: app.name)
        where arrival.coverage.contains(session) && runtime.carriesOutTurns(in: session) {
            for control in await conversations.voiceControls(of: app, in: session) {
                runtime.tryPublishing { try runtime.bus.publish(control, session: session) }
            }
        }
    }

    // MARK: Commands

    private func carryOut(
        _ command: CommandInvoked, of app: App, in turn: ConversationTurn, _ intent: Header
    ) async throws {
        let session = intent.session
        try runtime.announce(command, in: turn, session: session)
        let host = actionHost(of: app, in: session, answering: intent, command: command.type)
        let topic = app.command(command.type)?.topic ?? App.Topic.root
        let post = { @Sendable [conversations] (events: [AudioEvent]) in
            await conversations.post(events, by: topic, of: app, in: session)
        }
        var outcome = try await ActionRunner(app: app, host: host).run(command) { [runtime] events in
            // Played while a program runs. A topic may suppress its subtopics' events.
            runtime.speak(await post(events), of: turn, in: session)
        }
        outcome.events = await post(outcome.events)
        var followUp: FollowUp?
        if let asked = outcome.question {
            do throws(TemplateError) {
                followUp = try await question(asked, after: command, by: topic, host)
            } catch {
                outcome.problem = "the question cannot be asked: \(error)"
                outcome.events += app.failedEvents
            }
        }
        for line in outcome.logs {
            runtime.logger.notice("\(command.type): \(line)", metadata: ["session": "\(session)"])
        }
        try await runtime.conclude(
            turn, in: session, command: command.type, events: outcome.events, problem: outcome.problem,
            settles: followUp == nil)
        if let followUp { await questions.ask(followUp, after: turn, in: session) }
    }

    /// Answers an intent without a command to carry out.
    /// - Parameter refusal: The reason why a command is not carried out; nil when there was none.
    private func answer(
        _ resolution: CommandResolver.Resolution, because refusal: String?, of app: App, in turn: ConversationTurn,
        _ intent: Message<SpeechIntent>
    ) async throws {
        let events: [AudioEvent]
        switch resolution {
        case .notUnderstood:
            turn.setOutcome(.notUnderstood, refusal)
            events = app.notUnderstoodEvents
        case .noSpeech:
            turn.setOutcome(.noSpeech)
            events = []
        case .recognizerFailed, .invoke, .ignore:
            let transcript = runtime.transcript(of: intent.header.turn)
            turn.setOutcome(.failed, SpeechRecognitionResult(intent.body, transcript).failure)
            // The app apologizes, since the user has spoken.
            events = app.failedEvents
        }
        try await runtime.conclude(turn, in: intent.header.session, events: events, settles: true)
    }

    /// Asks whether a command was meant that may have been misheard. After a yes it is carried out.
    private func confirm(
        _ command: CommandInvoked, of app: App, in turn: ConversationTurn, _ intent: Header
    ) async throws {
        let session = intent.session
        turn.begin(app: command.app, command: command.type, isNamed: true)
        runtime.confirm(intent)
        let host = actionHost(of: app, in: session, answering: intent, command: command.type)
        let topic = app.command(command.type)?.topic ?? App.Topic.root
        let question = AppQuestion(confirming: command, host: host, play: player(of: topic, host))
        try await runtime.conclude(turn, in: session, command: command.type)
        let request = try await question.voiceRequest()
        await questions.ask(FollowUp(request: request, command: command), after: turn, in: session)
    }

    private func question(
        _ asked: ActionOutcome.Question, after command: CommandInvoked, by topic: String, _ host: AppActionHost
    ) async throws(TemplateError) -> FollowUp {
        let question = try AppQuestion(
            asked, host: host, command: command.type, play: player(of: topic, host))
        return FollowUp(request: try await question.voiceRequest(), command: command)
    }

    /// Returns the host of the actions of a command, or of what is due, which answers nothing.
    private func actionHost(
        of app: App, in session: Session, answering cause: Header?, command: String?
    ) -> AppActionHost {
        AppActionHost(
            app: app, session: session, cause: cause, turn: cause?.turn, conversations: conversations, memory: memory,
            runtime: runtime, ownTurns: ownTurns, beginning: runtime.bus.now, command: command)
    }

    /// Returns the closure that plays what a question's topic posts after an answer.
    private func player(of topic: String, _ host: AppActionHost) -> AppQuestion.Play {
        { [weak questions, conversations] events, turn, track in
            let events = await conversations.post(events, by: topic, of: host.app, in: host.session)
            questions?.play(events, turn: turn, in: host.session, on: track)
        }
    }

    func close() async { await memory.store.close() }

    // MARK: Work besides turns

    func runInBackground() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { [self] in
                let player = AppSchedulePlayer(runtime: runtime, app: { self.running.current }) { session, app in
                    self.actionHost(of: app, in: session, answering: nil, command: nil)
                }
                // An instance on standby leaves what is due to the one that works.
                await runtime.hasBegun.wait { $0 }
                await follower.check()
                tellOfOtherBuses()
                await memory.schedule.run(player)
            }
            group.addTask { await self.follower.run() }
            group.addTask { await self.memory.store.watch() }
        }
    }

    /// Logs that the app has timers and lists of another bus, and none of this one.
    private func tellOfOtherBuses() {
        guard let other = memory.store.othersOfApp().first else { return }
        runtime.logger.notice(
            "the app has timers and lists of another bus only",
            metadata: ["file": "\(other)", "own": "\(memory.store.path)"])
    }
}

extension App {
    /// Returns whether a command of this app is sure enough to be carried out.
    fileprivate func assurance(of invoked: CommandInvoked, _ arrival: IntentArrival) -> Assurance {
        thresholds(of: invoked).assurance(of: invoked.confidence, words: arrival.confidence)
    }

    /// Returns why a command of this app is not sure enough.
    fileprivate func explanation(of invoked: CommandInvoked, _ arrival: IntentArrival) -> String {
        thresholds(of: invoked).explanation(of: invoked, words: arrival.confidence)
    }

    private func thresholds(of invoked: CommandInvoked) -> ConfidenceThresholds {
        command(invoked.type)?.thresholds ?? .effect
    }
}
