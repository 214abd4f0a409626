import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusDispatch

private let (a, b) = (Session(rawValue: "a")!, Session(rawValue: "b")!)

@Suite("The guarantees of a turn in each app model", .serialized, .timeLimit(.minutes(3)))
struct AppModelTests {
    @Test("turns of a session run in order, and sessions side by side", arguments: AppModel.allCases)
    func order(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let (work, hold) = try await bus.work(in: a)
        let waiting = try bus.send(command: "ping", in: a)
        #expect(try await bus.give("ping", in: b).spoken == "Pong.")
        #expect(!bus.hasEnded(work) && !bus.hasEnded(waiting))
        hold.release()
        #expect(try await bus.end(of: work).spoken == "Done.")
        #expect(try await bus.end(of: waiting).spoken == "Pong.")
        #expect(bus.order.filter { [work, waiting].contains($0) } == [work, waiting])
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("of several dispatchers, exactly one answers", arguments: AppModel.allCases)
    func oneAnswer(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        // One whose name sorts before the dispatcher under test, and one whose name sorts after it.
        var others: [ProgramUnderTest] = []
        for name in ["aaa", "zzz"] {
            let file = try bus.files.write(
                yaml: AppModelFiles.neighbour(name, says: "greet \(name)"), as: "\(name).yaml")
            others.append(
                try ProgramUnderTest(
                    "saybus-dispatch", ["--bus", bus.test.address.url, "--instance", name, "--app", file]))
        }
        for other in others { try await other.ready() }
        for name in ["aaa", "zzz"] { try await bus.waitForCatalog(of: name) }
        for words in ["colourless green ideas", "sleep furiously"] {
            #expect(try await bus.say(words).outcome == .notUnderstood)
        }
        for _ in 1...3 {
            let end = try await bus.give("ping")
            #expect(end.outcome == .handled && end.app == AppModel.app && end.spoken == "Pong.", "\(end)")
        }
        #expect(try await bus.say("greet zzz").spoken == "zzz")
        try await bus.expectEachTurnEndedOnce()
        let spoken = bus.recorder.all(AudioSequence.self).map(\.body.spokenText)
        #expect(spoken.count { $0 == "Pong." } == 4)
    }

    @Test(
        "an intent that waits behind another turn, and belongs to another app, is not lost",
        arguments: AppModel.allCases)
    func waitingForAnother(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let other = try await bus.neighbour("zzz")
        let (work, hold) = try await bus.work(in: a)
        other.send(SIGSTOP)
        let turn = try bus.send("greet zzz", in: a)
        let intent = try #require(await bus.recorder.first(SpeechIntent.self) { $0.header.turn == turn })
        // The dispatcher under test gets the intent again while it waits, too.
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.counters.retried > 0 && $0.header.at > intent.header.at
            })
        hold.release()
        _ = try await bus.end(of: work)
        other.send(SIGCONT)
        #expect(try await bus.end(of: turn).spoken == "zzz")
    }

    @Test(
        "a turn that another program gives up while the app is at work does not end a second time",
        arguments: AppModel.allCases)
    func givenUp(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        // As frames: a subscription drops a second end.
        let frames = bus.client.subscribeToFrames()
        try await bus.client.ready()
        let (turn, hold) = try await bus.work(in: a)
        try bus.client.publish(TurnEnded(outcome: .failed, reason: "given up"), session: a, turn: turn)
        // When the dispatcher answers a later turn, it has read this.
        try await bus.give("ping", in: b)
        hold.release()
        let next = try bus.send(command: "ping", in: a)
        var reasons: [String?] = []
        for await frame in frames {
            guard let end = try? RawMessage(frames: frame).decode(TurnEnded.self) else { continue }
            if end.header.turn == turn { reasons.append(end.body.reason) }
            if end.header.turn == next { break }
        }
        #expect(reasons == ["given up"])
    }

    @Test(
        "a question survives turns of another session, whose words do not answer it", arguments: AppModel.allCases)
    func question(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        #expect(try await bus.give("ask me", in: a).spoken == "Ready?")
        #expect(try await bus.give("ping", in: b).spoken == "Pong.")
        let astray = try await bus.say("yes", in: b)
        #expect(astray.outcome == .notUnderstood && astray.spoken?.contains("Good.") != true, "\(astray)")
        #expect(try await bus.give("ping", in: b).spoken == "Pong.")
        let answered = try await bus.say("yes", in: a)
        #expect(answered.outcome == .handled && answered.spoken == "Good.", "\(answered)")
        // The question is over: the same word means nothing now.
        #expect(try await bus.say("yes", in: a).outcome == .notUnderstood)
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("the answers to a question are valid in its session only, until it is over", arguments: AppModel.allCases)
    func scopes(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        #expect(try await bus.give("ask me", in: a).spoken == "Ready?")
        let open = try #require(
            await bus.recorder.first(Catalog.self) { $0.body.app == model.dispatcherApp && $0.body.answersYes })
        let scopes = try #require(open.body.scopes)
        #expect(scopes.allSatisfy { $0.sessions == [a] }, "\(scopes)")
        let scoped = Set(scopes.flatMap(\.commands))
        #expect(!scoped.isEmpty)
        for command in open.body.commands where command.acceptsYes { #expect(scoped.contains(command.type)) }
        #expect(try await bus.say("yes", in: a).spoken == "Good.")
        _ = try #require(
            await bus.recorder.first(Catalog.self) {
                $0.body.app == model.dispatcherApp && !$0.body.answersYes && $0.header.at > open.header.at
                    && $0.body.scopes?.isEmpty != false
            })
        try await bus.expectEachTurnEndedOnce()
        #expect(bus.recorder.bodies(Catalog.self).last { $0.app == model.dispatcherApp }?.answersYes == false)
    }

    @Test(
        "a command that may have been misheard is carried out after a yes only, one that is unlikely not at all",
        arguments: AppModel.allCases)
    func doubt(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let ping = model.phrase("ping")
        // The YAML app's command only answers, so that it needs less.
        let doubtful = model == .yaml ? 0.27 : 0.4
        let question = ping.prefix(1).uppercased() + ping.dropFirst() + "?"
        let asked = try await bus.say(ping, confidence: doubtful)
        #expect(asked.outcome == .handled && asked.spoken == question, "\(asked)")
        #expect(asked.reason?.hasSuffix("the user was asked") == true, "\(asked)")
        let no = try await bus.say("no")
        #expect(no.outcome == .handled && no.spoken == "Okay.", "\(no)")
        #expect(no.reason?.hasPrefix("the user answered no") == true, "\(no)")
        #expect(try await bus.say(ping, confidence: doubtful).spoken == question)
        let unsure = try await bus.say("yes", confidence: 0.4)
        #expect(unsure.spoken == "Sorry, I may have misheard \"yes\". \(question)", "\(unsure)")
        let yes = try await bus.say("yes", confidence: 0.6)
        #expect(yes.outcome == .handled && yes.spoken == "Pong." && yes.app == AppModel.app, "\(yes)")
        let unlikely = try await bus.say(ping, confidence: 0.1)
        #expect(unlikely.outcome == .notUnderstood && unlikely.spoken != "Pong.", "\(unlikely)")
        #expect(unlikely.reason?.contains("was heard with 0.10, below refuse-below") == true, "\(unlikely)")
        #expect(try await bus.say(ping, confidence: 0.6).spoken == "Pong.")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "a command that is said instead of yes or no is carried out, and the question whether another was meant is over",
        arguments: AppModel.allCases)
    func commandInsteadOfAnswer(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let other = try await bus.neighbour("zzz")
        defer { other.send(SIGTERM) }
        let ping = model.phrase("ping")
        let doubtful = model == .yaml ? 0.27 : 0.4
        var ended: Set<MessageID> = []
        // Of the same app, and of another program's.
        for (words, answer) in [(ping, "Pong."), ("greet zzz", "zzz")] {
            #expect(try await bus.say(ping, confidence: doubtful).spoken?.hasSuffix("?") == true)
            let former = ended
            let open = await bus.recorder.first(VoiceRequestStatus.self) {
                $0.body.state == .listening && !former.contains($0.body.request)
            }
            let question = try #require(open).body
            #expect(question.yieldsToCommands == true)
            let end = try await bus.say(words, confidence: 0.6)
            #expect(end.outcome == .handled && end.spoken == answer, "\(end)")
            let cancelled = try #require(
                await bus.recorder.first(VoiceRequestStatus.self) {
                    $0.body.request == question.request && $0.body.state == .cancelled
                })
            #expect(cancelled.header.turn != nil && cancelled.body.reason == "another command was said")
            ended.insert(question.request)
            #expect(try await bus.say("yes").spoken != "Pong.", "the question is over")
        }
        // Words that are no command leave it open.
        #expect(try await bus.say(ping, confidence: doubtful).spoken?.hasSuffix("?") == true)
        _ = try await bus.say("colourless green ideas", confidence: 0.6)
        #expect(try await bus.say("yes", confidence: 0.6).spoken == "Pong.")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "when another program asks, the question whether a command was meant is over, so that one yes answers one question",
        arguments: AppModel.allCases)
    func otherQuestion(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let asked = try await bus.say(model.phrase("ping"), confidence: model == .yaml ? 0.27 : 0.4)
        #expect(asked.spoken?.hasSuffix("?") == true)
        var other = VoiceRequestStatus(
            request: MessageID(), state: .presented, question: .init(kind: "confirmation", prompt: "With cheese?"))
        try bus.client.publish(other)
        _ = try #require(
            await bus.recorder.first(VoiceRequestStatus.self) {
                $0.body.yieldsToCommands == true && $0.body.state == .cancelled
            })
        other.state = .completed
        try bus.client.publish(other)
        #expect(try await bus.say("yes").spoken != "Pong.")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "a question that another program has declared failed is over for the app that asks, too",
        arguments: AppModel.allCases)
    func endedByOther(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let asked = try await bus.say(model.phrase("ping"), confidence: model == .yaml ? 0.27 : 0.4)
        #expect(asked.spoken?.hasSuffix("?") == true)
        var status = try #require(
            await bus.recorder.first(VoiceRequestStatus.self) { $0.body.state == .listening }
        ).body
        (status.state, status.reason) = (.failed, "the asker has ended")
        try bus.client.publish(status)
        let request = status.request
        _ = try #require(
            await bus.recorder.first(VoiceRequestStatus.self) {
                $0.body.request == request && $0.body.state == .cancelled
            })
        #expect(try await bus.say("yes").spoken != "Pong.")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "an intent that cannot be read ends its turn at once, in words that name its publisher and the field",
        arguments: AppModel.allCases)
    func unreadable(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let turn = TurnID()
        let header = Header(
            kind: SpeechIntent.kind, session: .default, turn: turn, source: bus.client.source, run: bus.client.run,
            sequence: 0)
        let body = #"{"text":"ping","engine":"test","hypotheses":[{"app":"model","type":"Ping","confidence":1}]}"#
        try bus.client.publish(frames: RawMessage(header: header, body: Array(body.utf8)).frames)
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .failed)
        #expect(
            end.reason?.contains(
                "\(bus.client.source) published a message that cannot be read: speech.intent: hypotheses.0 has no "
                    + "\"parameters\"") == true, "\(end)")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("a question of a program without a status silences the session for ten seconds, not for good")
    func foreignQuestion() async throws {
        let bus = try await AppModelBus(.yaml)
        let began = ContinuousClock.now
        try bus.client.publish(
            VoiceRequestStatus(
                request: MessageID(), state: .listening, question: .init(kind: "string", prompt: "Where to?")))
        var end: TurnEnded
        repeat { end = try await bus.give("ping") } while end.outcome == .expired
        #expect(end.outcome == .handled && end.spoken == "Pong.", "\(end)")
        #expect(ContinuousClock.now - began > .seconds(9))
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("an answer that the audio stage refuses fails its turn with the reason", arguments: AppModel.allCases)
    func refused(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send(command: "ping")
        _ = try await bus.waitUntilQueued(turn)
        try audio.end(as: .skipped, items: [], reason: "the test refuses it")
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .failed && end.reason?.contains("the test refuses it") == true, "\(end)")
        try audio.release()
        try await bus.expectEachTurnEndedOnce()
    }

    // Side by side: each waits for three seconds.
    @Test("a turn whose audio stage is lost fails with the reason")
    func lost() async throws {
        try await sideBySide(AppModel.allCases) { try await self.loseAudio($0) }
    }

    private func loseAudio(_ model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send(command: "ping")
        _ = try await bus.waitUntilQueued(turn)
        try audio.fallSilent()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .failed, "\(model): \(end)")
        #expect(end.reason?.contains("the audio stage test is lost") == true, "\(model): \(end)")
        try audio.release()
        let apology = await bus.recorder.first(AudioSequence.self) {
            $0.body.spokenText == "Sorry, my answer was cut off."
        }
        try #require(apology != nil, "\(model)")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("a question whose audio stage is lost ends with one apology")
    func lostQuestion() async throws {
        try await sideBySide(AppModel.allCases) { try await self.loseQuestion($0) }
    }

    private func loseQuestion(_ model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send(command: "ask me")
        _ = try await bus.waitUntilQueued(turn)
        try audio.fallSilent()
        let unheard = await bus.recorder.first(VoiceRequestStatus.self) { $0.body.state == .invalid }
        try #require(unheard != nil, "\(model)")
        try audio.release()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .failed, "\(model): \(end)")
        try await bus.expectEachTurnEndedOnce()
        let apologies = bus.recorder.bodies(AudioSequence.self).map(\.spokenText).filter { $0.hasPrefix("Sorry, ") }
        #expect(apologies.count == 1, "\(model): \(apologies)")
    }

    // Side by side: each waits for eight seconds.
    @Test("an answer that no audio stage takes in time fails its turn, not without the command that was carried out")
    func untaken() async throws {
        try await sideBySide(AppModel.allCases) { try await self.answerUntaken($0) }
    }

    private func answerUntaken(_ model: AppModel) async throws {
        let bus = try await AppModelBus(model, hasAudio: false)
        let end = try await bus.give("ping")
        #expect(end.outcome == .failed && end.command != nil, "\(model): \(end)")
        #expect(end.reason?.contains("no audio stage has taken it") == true, "\(model): \(end)")
        let audio = try await AudioDouble(bus.test)
        try await bus.expectEachTurnEndedOnce()
        withExtendedLifetime(audio) {}
    }

    @Test("100 conversations in one Swift app: each gets its own answers, question and state")
    func hundredConversations() async throws {
        let bus = try await AppModelBus(.swift)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                let session = try #require(Session(rawValue: "room-\(number)"))
                group.addTask { try await self.converse(in: session, saysYes: number.isMultiple(of: 2), bus) }
            }
            try await group.waitForAll()
        }
        try await bus.expectEachTurnEndedOnce()
    }

    private func converse(in session: Session, saysYes: Bool, _ bus: AppModelBus) async throws {
        #expect(try await bus.give("ping", in: session).spoken == "Pong.")
        #expect(try await bus.give("count", in: session).spoken == "Pong 1.")
        #expect(try await bus.give("ask me", in: session).spoken == "Ready?")
        let answered = try await bus.say(saysYes ? "yes" : "no", in: session)
        #expect(answered.spoken == (saysYes ? "Good." : "Bad."))
        #expect(try await bus.give("count", in: session).spoken == "Pong 2.")
    }
}

extension Catalog.Command {
    /// Whether the command is the answer "yes" to a question.
    fileprivate var acceptsYes: Bool {
        (patterns + (groups ?? []).flatMap(\.patterns)).contains {
            $0 == "yes" || ($0.hasPrefix("(yes") && !$0.hasSuffix("<from>"))
        } || type == "AMAZON.YesIntent"
    }
}

extension Catalog {
    /// Whether a question can be answered with "yes" somewhere.
    fileprivate var answersYes: Bool { commands.contains(where: \.acceptsYes) }
}
