import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("Commands of remote apps")
struct RemoteAppTests: RemoteAppMessages {
    private func response(_ body: CommandResponse) -> RemoteCalls.Update {
        .response(Message(header: header(CommandResponse.kind, from: dice), body: body))
    }

    @Test("the hypothesis with the highest confidence decides between own commands, remote commands and neither")
    func resolution() throws {
        var apps = RemoteApps()
        apps.apply(catalog("dice", ["Roll"], from: dice))
        let resolver = CommandResolver(app: try makeApp([]))
        func resolve(_ app: String, _ type: String) -> CommandResolver.Resolution {
            let hypothesis = SpeechIntent.Hypothesis(app: app, type: type, confidence: 1)
            return resolver.resolve(SpeechIntent(text: "go", hypotheses: [hypothesis], engine: "test"), remote: apps)
        }
        #expect(resolve("dice", "Roll") == .ignore, "it is left to the host of remote apps")
        #expect(resolve("dice", "Cheat") == .notUnderstood)
        #expect(resolve("elsewhere", "Anything") == .ignore)
        guard case .invoke = resolve("test", "Go") else {
            Issue.record("our own command is not invoked")
            return
        }
    }

    @Test("a terminal response ends the command, and its feedback precedes its events")
    func terminal() {
        var wait = RemoteWait(app: "dice")
        let events: [AudioEvent] = [.silence(durationMs: 10)]
        #expect(
            wait.apply(response(CommandResponse(feedback: "It is a 6.", events: events)))
                == .done(RemoteOutcome(feedback: "It is a 6.", events: events)))
        #expect(RemoteOutcome(feedback: "It is a 6.", events: events).allEvents.first?.spokenText == "It is a 6.")
    }

    @Test("an interim response is played at once and extends the deadline, up to a limit")
    func interim() {
        var wait = RemoteWait(app: "dice")
        let interim = response(CommandResponse(feedback: "One moment.", isTerminal: false))
        #expect(wait.apply(interim) == .wait([.speech(.init("One moment."))], RemoteWait.answerTimeout))
        #expect(wait.apply(.overdue(after: 0)) == .nothing, "the first limit does not count any more")
        for _ in 2..<RemoteWait.maximumAnswers { _ = wait.apply(interim) }
        guard case .done(let outcome) = wait.apply(interim) else {
            Issue.record("answers have no end")
            return
        }
        #expect(outcome.problem?.contains("without end") == true)
    }

    @Test("an app that does not accept a command, stays silent, disappears or fails ends the command with an apology")
    func failures() {
        func problem(_ news: [RemoteCalls.Update]) -> (String?, String?) {
            var wait = RemoteWait(app: "dice")
            var last = RemoteWait.Action.nothing
            for item in news { last = wait.apply(item) }
            guard case .done(let outcome) = last else { return (nil, nil) }
            return (outcome.problem, AudioEvent.composite(outcome.allEvents).spokenText)
        }
        let cases: [([RemoteCalls.Update], String, String)] = [
            ([.overdue(after: 0)], "not taken", "Sorry"),
            ([.taken, .overdue(after: 1)], "silent", "Sorry"),
            ([.taken, .lost], "it is lost", "Sorry"),
            ([.lost, .overdue(after: 0)], "it is lost", "Sorry"),
            ([.gone("it is stopped")], "it is stopped", "Sorry"),
            ([response(CommandResponse(problem: "no dice"))], "no dice", "Sorry"),
            ([response(CommandResponse(feedback: "None left.", problem: "no dice"))], "no dice", "None left."),
        ]
        for (news, reason, words) in cases {
            let (problem, spoken) = problem(news)
            #expect(problem?.contains(reason) == true && spoken?.contains(words) == true, "\(problem ?? "no end")")
        }
    }

    @Test("an app that is lost before it has taken a command may be back, and carry it out, until the time limit")
    func back() {
        var wait = RemoteWait(app: "dice")
        #expect(wait.apply(.lost) == .nothing)
        #expect(
            wait.apply(response(CommandResponse(feedback: "It is a 6.")))
                == .done(RemoteOutcome(feedback: "It is a 6.")))
    }

    @Test("a command that no app has taken fails after its deadline, from which on no app takes it")
    func deadline() async throws {
        let test = try TestBus()
        let (bus, app) = (try test.connect(.dispatch), try test.connect(.app, instance: dice.instance))
        let commands = app.subscribe(CommandInvoked.self)
        for bus in [bus, app] { try await bus.ready() }
        let outcome = try await RemoteRunner(bus: bus, calls: RemoteCalls()).run(
            makeInvoked(), owner: dice, answering: nil, in: .default, play: { _ in })
        let end = bus.now
        #expect(outcome.problem?.hasSuffix("has not taken the command within 5 s") == true, "\(outcome)")
        let deadline = try #require(await commands.first()?.header.deadline)
        #expect(deadline < end)
    }

    @Test("a question carries the preceding events and the address for the answer, terminal or not")
    func asks() {
        var wait = RemoteWait(app: "dice")
        let question = VoiceRequestStatus.Question(kind: "number", prompt: "How many?", minimum: 1)
        let news = response(CommandResponse(feedback: "Gladly.", followUp: question, isTerminal: false))
        guard case .response(let message) = news, case .done(let outcome) = wait.apply(news) else {
            Issue.record("a question does not end the wait")
            return
        }
        #expect(outcome.feedback == "Gladly." && outcome.problem == nil)
        #expect(
            outcome.question
                == .init(question: question, response: message.header.id, asker: ProgramRun(message.header)))
    }

    @Test("an invalid question is refused with the problem")
    @ConversationActor
    func problems() throws {
        func problem(_ question: VoiceRequestStatus.Question) -> String? {
            let bus = try? TestBus().connect(.dispatch)
            guard let bus else { return "no bus" }
            let asked = RemoteQuestion(
                asked: .init(
                    question: question, response: MessageID(),
                    asker: ProgramRun(header(CommandResponse.kind, from: dice))), command: makeInvoked(), owner: dice,
                session: .default, runner: RemoteRunner(bus: bus, calls: RemoteCalls())
            ) { _, _, _ in }
            do throws(QuestionProblem) {
                _ = try asked.request()
                return nil
            } catch { return error.reason }
        }
        #expect(problem(.init(kind: "string", prompt: "Who?")) == nil)
        #expect(problem(.init(kind: "string", prompt: " "))?.contains("prompt is empty") == true)
        #expect(problem(.init(kind: "riddle", prompt: "Who?"))?.contains("no kind \"riddle\"") == true)
        #expect(problem(.init(kind: "select", prompt: "Who?"))?.contains("needs options") == true)
        #expect(problem(.init(kind: "number", prompt: "?", minimum: 2, maximum: 1))?.contains("greater") == true)
        #expect(problem(.init(kind: "pattern", prompt: "Where?"))?.contains("needs patterns") == true)
        #expect(problem(.init(kind: "pattern", prompt: "Where?", patterns: ["@x:"])) != nil)
        let many = (0...RemoteQuestion.maximumPhrases).map { "\($0)" }
        #expect(problem(.init(kind: "select", prompt: "Which?", options: many))?.contains("more than 256") == true)
    }

    @Test("an answer that fits no command is told apart: without causes, of another app or session, and late")
    func misfits() throws {
        let calls = RemoteCalls()
        let id = MessageID()
        let stranger = try #require(Source(role: .app, instance: "stranger"))
        let hall = try #require(Session(rawValue: "hall"))
        func misfit(_ causes: [MessageID], from source: Source, in session: Session = .default) -> String? {
            var header = header(CommandResponse.kind, from: source, causes: causes)
            header.session = session
            return calls.apply(Message(header: header, body: CommandResponse(feedback: "It is a 6.")))
        }
        _ = calls.begin(id, owner: dice, session: .default)
        #expect(misfit([], from: dice) == "it names no command in its causes")
        #expect(misfit([id], from: stranger) == "its command is for app/dice")
        #expect(misfit([id], from: dice, in: hall) == "its command is of the session default, not hall")
        #expect(misfit([id], from: dice) == nil)
        #expect(misfit([MessageID()], from: dice) == nil, "it may be for another dispatcher")
        calls.end(id)
        #expect(misfit([id], from: dice)?.hasPrefix("its command was over") == true)
        let (log, now) = (UnmatchedAnswerLog(), ContinuousClock.now)
        #expect(log.isDue(for: dice, at: now) && !log.isDue(for: dice, at: now + .seconds(59)))
        #expect(log.isDue(for: stranger, at: now) && log.isDue(for: dice, at: now + .seconds(60)))
    }

    @Test("an app that ends after its last response does not cut the words of it off", .timeLimit(.minutes(1)))
    func lastWords() async throws {
        let harness = try await AppHarness(
            """
            app: hall
            commands:
              Light: {patterns: [lights on], do: [{speak: Done.}]}
            """)
        let app = try harness.test.connect(.app, instance: "lamp")
        let commands = app.subscribe(CommandInvoked.self)
        try await app.ready()
        func publishStatus(_ state: StageStatus.State) throws {
            try app.publish(StageStatus(role: .app, instance: "lamp", state: state, pid: 1, uptimeMs: 0))
        }
        try publishStatus(.ready)
        try app.publish(Catalog(app: "lamp", commands: [.init(type: "Glow", patterns: ["glow now"])]))
        _ = try #require(
            await harness.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("lamp@") == true
            })
        _ = try harness.send("glow now")
        let command = try #require(await commands.first { $0.body.answer == nil })
        try app.publish(
            CommandResponse(followUp: .init(kind: "string", prompt: "Which colour?")), answering: command.header)
        _ = try #require(await harness.recorder.first(VoiceRequestStatus.self) { $0.body.state == .listening })
        harness.audio.hold()
        let turn = try harness.send("red")
        let answer = try #require(await commands.first { $0.body.answer != nil })
        try app.publish(CommandResponse(feedback: "It is red."), answering: answer.header)
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) { $0.header.turn == turn && $0.body.state == .started })
        try publishStatus(.stopped)
        // When the dispatcher carries out a later command, it has read this.
        let later = try harness.send("lights on", in: try #require(Session(rawValue: "elsewhere")))
        _ = try #require(await harness.recorder.first(CommandInvoked.self) { $0.header.turn == later })
        try harness.audio.release()
        let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
        #expect(end.outcome == .handled && end.spoken == "It is red.", "\(end)")
        #expect(harness.recorder.bodies(AudioControl.self).isEmpty)
        await app.close()
    }

    @Test("only messages of the app that owns the command count, including its loss and its restart")
    func calls() async {
        func news(_ tell: (RemoteCalls, MessageID) -> Void) async -> [String] {
            let calls = RemoteCalls()
            let id = MessageID()
            let stream = calls.begin(id, owner: dice, session: .default)
            tell(calls, id)
            calls.end(id)
            var names: [String] = []
            for await item in stream {
                switch item {
                case .taken: names.append("taken")
                case .response: names.append("response")
                case .lost: names.append("lost")
                case .gone(let why): names.append(why)
                case .overdue: names.append("overdue")
                }
            }
            return names
        }
        func status(_ state: StageStatus.State, run: UInt32) -> Message<StageStatus> {
            Message(
                header: header(StageStatus.kind, from: dice, run: run),
                body: StageStatus(role: .app, instance: "dice", state: state, pid: 1, uptimeMs: 0))
        }
        let stranger = Source(role: .app, instance: "stranger")!
        #expect(
            await news { calls, id in
                calls.apply(receipt: header(Receipt.kind, from: stranger, causes: [id]))
                calls.apply(receipt: header(Receipt.kind, from: dice, causes: [MessageID()]))
            } == [])
        #expect(
            await news { calls, id in
                calls.apply(receipt: header(Receipt.kind, from: dice, causes: [id]))
                calls.apply(status(.ready, run: 1))
                calls.apply(status(.stopped, run: 3))
                calls.apply(status(.ready, run: 2))
            } == ["taken", "it was started anew in between"])
        #expect(await news { calls, _ in calls.apply(status(.lost, run: 1)) } == ["lost"])
        #expect(await news { calls, _ in calls.apply(status(.stopped, run: 1)) } == ["it is stopped"])
        #expect(await news { calls, _ in calls.close() } == ["the dispatcher stopped"])
    }
}
