import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusConversation

@Suite("Requests over a bus")
struct VoiceRequestTests {
    @Test("a follow-up belongs to the command's turn, and listening starts after the last sample of its prompt")
    func followUp() async throws {
        let log = Log()
        let harness = try await Harness.asking(listener: true) {
            StringRequest(promptText: "What with?") { log.add("help with \($0 ?? "nothing")") }
        }
        harness.audio.hold()
        let asked = try harness.send("help")
        let presented = await harness.state(.presented)
        #expect(presented?.body.question == .init(kind: "string", prompt: "What with?"))
        _ = try #require(await harness.recorder.first(AudioPlayback.self) { $0.body.state == .queued })
        #expect(harness.recorder.bodies(ListenRequest.self).isEmpty, "the question is still being spoken")
        let answers = await harness.recorder.first(Catalog.self) {
            $0.body.commands.map(\.type) == [SpeechIntent.Hypothesis.answerType]
        }
        #expect(answers?.body.commands.first?.patterns.contains("@answer") == true)
        try harness.audio.release()
        let listen = await harness.recorder.first(ListenRequest.self)
        #expect(listen?.body.mode == .followUp)
        #expect(listen?.body.phrases == ["@answer"])
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == asked }
        #expect(end?.body.outcome == .handled)
        #expect(end?.body.spoken == "What with?")
        #expect(try await harness.say("the oven").outcome == .handled)
        #expect(await log.lines == ["help with the oven"])
        #expect(harness.states == [.presented, .listening, .interpreted, .completed])
        #expect(harness.recorder.bodies(Catalog.self).last?.commands.map(\.type) == ["Help"])
        let kinds = harness.recorder.messages.map(\.header.kind)
        let finished = harness.recorder.messages.firstIndex {
            (try? $0.decode(AudioPlayback.self).body.state) == .finished && $0.header.kind == AudioPlayback.kind
        }
        #expect(try #require(finished) < #require(kinds.firstIndex(of: ListenRequest.kind)))
        try await harness.stop()
    }

    @Test("after an unsuitable answer the question is repeated once; then the request fails and the app gets nil")
    func retries() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            let request = ConfirmationRequest(promptText: "Shall I?") { log.add("\($0.map(String.init) ?? "nil")") }
            request.standardResponder.repromptMessageText = "Yes or no?"
            return request
        }
        _ = try await harness.say("help")
        let first = try await harness.say("peanut butter")
        #expect(first.spoken == "Sorry, \"peanut butter\" is no answer to this. Yes or no?")
        #expect(await log.lines.isEmpty)
        let second = try await harness.say("jelly")
        #expect(second.spoken == "Sorry, I did not understand that. Let's leave it.")
        #expect(await log.lines == ["nil"])
        #expect(try await harness.say("help").spoken == "Shall I?", "the count begins anew")
        _ = try await harness.say("what")
        #expect(try await harness.say("you bet").outcome == .handled)
        #expect(await log.lines == ["nil", "true"])
        try await harness.stop()
    }

    @Test("after the last try no words invite another answer, and none are spoken where the app has some")
    func lastTry() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            let request = NumericalRequest("How warm?") { _ in .done }.retrying(0).ifUnanswered { log.add("nobody") }
            request.standardResponder.invalidFeedbackText = "A number please."
            return request
        }
        _ = try await harness.say("help")
        _ = try await harness.say("banana")
        #expect(await log.lines == ["nobody"])
        #expect(harness.spoken == ["How warm?"])
        try await harness.stop()
    }

    @Test("feedback precedes the action, which precedes the follow-up")
    func order() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            let board = SoundBoard()
            manager.addAudioSource(board, forTrack: .main)
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: {
                    let next = StringRequest(
                        prompt: VoicePrompt(message: "Which?"), responder: StandardRequestResponder())
                    next.standardResponder.successResponder = { answer, _ in
                        VoiceRequestResponse(
                            feedbackPrompt: VoicePrompt(message: "Well."),
                            action: {
                                log.add("last action")
                                board.speakText("Done with \(answer ?? "").")
                            })
                    }
                    return VoiceRequestResponse(
                        feedbackPrompt: VoicePrompt(message: "Good."), followupRequest: next,
                        action: {
                            log.add("first action")
                            board.speakText("Meanwhile.")
                        })
                }))
            manager.commandRegistry = catalog
        }
        _ = try await harness.say("help")
        let end = try await harness.say("this")
        #expect(end.outcome == .handled)
        #expect(harness.spoken == ["Good.", "Meanwhile.", "Which?", "Well.", "Done with this."])
        #expect(await log.lines == ["first action", "last action"])
        try await harness.stop()
    }

    @Test("a second concurrent request is refused with a reason")
    func refusal() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(actionBlock: { [weak manager] in
                    try manager?.presentVoiceRequest(
                        StringRequest(promptText: "First?") { log.add("first \($0 ?? "nil")") })
                    do {
                        try manager?.presentVoiceRequest(StringRequest(promptText: "Second?"))
                    } catch {
                        log.add("\(error)")
                    }
                }))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("help").spoken == "First?")
        #expect(try await harness.say("fine").outcome == .handled)
        #expect(
            await log.lines == [
                "\"Second?\" cannot be asked: \"First?\" is being asked; make it a follow-up, or wait until that is over",
                "first fine",
            ])
        try await harness.stop()
    }

    @Test("the user and the app can cancel a request at any time, after which it has no further effect")
    func cancellation() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            SelectRequest(itemLabels: ["Toby", "Susan"], promptText: "Which one?") {
                log.add($0?.selectedOption.label ?? "nil")
            }
        }
        _ = try await harness.say("help")
        #expect(try await harness.say("never mind").outcome == .cancelled)
        #expect(await log.lines == ["nil"])
        #expect(harness.states.last == .cancelled)
        _ = try await harness.say("help")
        await harness.manager.cancelVoiceRequest()
        #expect(await log.lines == ["nil", "nil"])
        #expect(try await harness.say("susan").outcome == .notUnderstood)
        harness.audio.hold()
        _ = try harness.send("help")
        _ = try #require(await harness.state(.presented, count: 3))
        await harness.manager.cancelVoiceRequest()
        try harness.audio.release()
        #expect(await log.lines == ["nil", "nil", "nil"])
        #expect(try await harness.say("susan").outcome == .notUnderstood)
        #expect(harness.states.filter { $0 == .cancelled }.count == 3)
        try await harness.stop()
    }

    /// Returns a conversation in which an answer is spoken, and the prompt of a question waits behind it.
    private func askingBehindAnAnswer() async throws -> (harness: Harness, telling: TurnID, asking: TurnID) {
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(PlayCommandRecognizer(responseBuilder: { .say("Once upon a time.") }))
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: { .ask(StringRequest(promptText: "What with?")) }))
            manager.commandRegistry = catalog
        }
        harness.audio.hold()
        let telling = try harness.send("play")
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) {
                $0.header.turn == telling && $0.body.state == .started
            })
        let asking = try harness.send("help")
        _ = try #require(await harness.state(.presented))
        return (harness, telling, asking)
    }

    @Test("the end of a question that waits behind the answer to an earlier command does not cut that one off")
    func behindAnAnswer() async throws {
        let (harness, telling, _) = try await askingBehindAnAnswer()
        await harness.manager.cancelVoiceRequest()
        try harness.audio.release()
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == telling }
        #expect(end?.body.outcome == .handled && end?.body.spoken == "Once upon a time.")
        #expect(harness.recorder.all(AudioControl.self).isEmpty)
        try await harness.stop()
    }

    @Test("the prompt of a question that gives way to another app's before it is sent is not spoken")
    func unsentPrompt() async throws {
        let (harness, _, asking) = try await askingBehindAnAnswer()
        let other = try harness.test.connect(.dispatch, instance: "other")
        try await other.ready()
        let question = VoiceRequestStatus.Question(kind: "string", prompt: "Who?")
        try other.publish(
            VoiceRequestStatus(request: MessageID(), state: .presented, question: question), turn: TurnID())
        _ = try #require(await harness.state(.cancelled))
        try harness.audio.release()
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == asking }
        #expect(end?.body.outcome == .cancelled)
        #expect(harness.spoken == ["Once upon a time."])
        await other.close()
        try await harness.stop()
    }

    /// Returns a conversation with an open confirmation. The user has given an unsuitable answer, and has said
    /// `next` during the feedback about it.
    private func answeringEarly(_ log: Log, _ next: SpeechIntent) async throws -> (Harness, TurnID) {
        let harness = try await Harness.asking(listener: true) {
            ConfirmationRequest(promptText: "Shall I?") { log.add("\($0.map(String.init) ?? "nil")") }
        }
        _ = try await harness.say("help")
        _ = try #require(await harness.recorder.first(ListenRequest.self))
        harness.audio.hold()
        _ = try harness.send("peanut butter")
        _ = try #require(
            await harness.recorder.first(AudioSequence.self) { $0.body.spokenText.contains("is no answer") })
        let turn = TurnID()
        try harness.client.publish(next, turn: turn)
        await Task { @ConversationActor in
            while !harness.manager.requests.isAwaited { await Task.yield() }
        }.value
        try harness.audio.release()
        return (harness, turn)
    }

    @Test("an answer during the feedback before a retry is used, without a second prompt or listening")
    func earlyAnswer() async throws {
        let log = Log()
        let (harness, turn) = try await answeringEarly(log, SpeechIntent(text: "yes", hypotheses: [], engine: "test"))
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled)
        #expect(await log.lines == ["true"])
        #expect(harness.spoken == ["Shall I?", "Sorry, \"peanut butter\" is no answer to this."])
        #expect(harness.recorder.bodies(ListenRequest.self).count { $0.withdraws == nil } == 1)
        #expect(harness.states == [.presented, .listening, .invalid, .interpreted, .completed])
        try await harness.stop()
    }

    @Test(
        "another app's command during the feedback before a retry is not an answer, and the question is repeated"
    )
    func earlyStranger() async throws {
        let log = Log()
        let (harness, _) = try await answeringEarly(
            log,
            SpeechIntent(
                text: "ask other to go", hypotheses: [.init(app: "other", type: "Go", confidence: 1)], engine: "test"))
        _ = try #require(await harness.state(.listening, count: 2))
        #expect(harness.spoken.filter { $0 == "Shall I?" }.count == 2)
        #expect(try await harness.say("yes").outcome == .handled)
        #expect(await log.lines == ["true"])
        try await harness.stop()
    }

    @Test("\"cancel\" is an answer where it is the name of an option or a whole pattern, and else calls a question off")
    func optionToCancel() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: {
                    .ask(
                        SelectRequest(itemLabels: ["Cancel", "Go on"], promptText: "What now?") {
                            log.add($0?.selectedOption.label ?? "nil")
                        })
                }))
            catalog.addCommandRecognizer(
                PlayCommandRecognizer(responseBuilder: {
                    .ask(
                        PatternMatchRequest(templates: ["cancel", "play @what"], promptText: "What?") {
                            log.add($0 == nil ? "nil" : "answer")
                        })
                }))
            manager.commandRegistry = catalog
        }
        _ = try await harness.say("help")
        #expect(try await harness.say("cancel").outcome == .handled)
        _ = try await harness.say("help")
        #expect(try await harness.say("never mind").outcome == .cancelled)
        _ = try await harness.say("play")
        #expect(try await harness.say("cancel").outcome == .handled)
        #expect(await log.lines == ["Cancel", "nil", "answer"])
        try await harness.stop()
    }

    @Test("while another app asks, utterances are left to that app")
    func otherAppAsks() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            let block = CustomCommandRecognizer(customType: "Any") { log.add("taken") }
            block.addTextMatcher(BlockCommandMatcher { _ in CommandSuggestion(confidence: Confidence.likely) })
            catalog.addCommandRecognizer(block)
            manager.commandRegistry = catalog
        }
        let question = VoiceRequestStatus.Question(kind: "string", prompt: "Who?")
        let request = MessageID()
        try harness.client.publish(VoiceRequestStatus(request: request, state: .listening, question: question))
        let turn = try harness.send("susan")
        _ = try #require(await harness.recorder.first(SpeechIntent.self) { $0.header.turn == turn })
        try harness.client.publish(VoiceRequestStatus(request: request, state: .completed, question: question))
        #expect(try await harness.say("go").outcome == .handled)
        #expect(harness.recorder.bodies(CommandInvoked.self).map(\.text) == ["go"])
        #expect(await log.lines == ["taken"])
        try await harness.stop()
    }

    @Test("an app that starts during another app's question gets its status, and leaves the answer to that app")
    func lateApp() async throws {
        let log = Log()
        let harness = try await Harness.asking { StringRequest(promptText: "Who?") { log.add("who \($0 ?? "nil")") } }
        _ = try await harness.say("help")
        let bus = try harness.test.connect(.dispatch, instance: "late", tracking: ConversationManager.tracking)
        let late = await Task { @ConversationActor in
            let manager = ConversationManager(name: "late")
            let catalog = CommandRecognizerCatalog()
            let block = CustomCommandRecognizer(customType: "Any") { log.add("taken") }
            block.addTextMatcher(BlockCommandMatcher { _ in CommandSuggestion(confidence: Confidence.likely) })
            catalog.addCommandRecognizer(block)
            manager.commandRegistry = catalog
            return manager
        }.value
        let running = Task { try await late.run(on: bus, logger: TestBus.quiet) }
        #expect(await harness.state(.listening, count: 2) != nil)
        #expect(try await harness.say("susan").outcome == .handled)
        #expect(await log.lines == ["who susan"])
        #expect(harness.recorder.bodies(CommandInvoked.self).map(\.type) == ["Help"])
        running.cancel()
        _ = await running.result
        await bus.close()
        try await harness.stop()
    }

    @Test("an answer can be supplied by the app, if it has the right type")
    func immediate() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            ConfirmationRequest(promptText: "Shall I?") { log.add("\($0.map(String.init) ?? "nil")") }
        }
        _ = try await harness.say("help")
        let results = await Task { @ConversationActor in
            [
                harness.manager.requests.respondImmediately(to: Interpretation(value: "yes")),
                harness.manager.requests.respondImmediately(to: Interpretation(value: true)),
                harness.manager.requests.respondImmediately(to: Interpretation(value: false)),
            ]
        }.value
        #expect(results == [false, true, false])
        _ = try #require(await harness.state(.completed))
        _ = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.causes.isEmpty })
        #expect(await log.lines == ["true"])
        try await harness.stop()
    }

    @Test("silence counts as missing input and a failed recognizer as an error, and both lead to a retry")
    func silence() async throws {
        let log = Log()
        let harness = try await Harness.asking(listener: true) {
            let request = NumericalRequest(promptText: "How many?") { log.add("\($0 ?? -1)") }
            request.recognitionOptions.noSpeechTimeout = .milliseconds(50)
            request.standardResponder.supportedRetryCount = 2
            return request
        }
        _ = try await harness.say("help")
        // The question is asked three times, and never answered.
        _ = try #require(await harness.state(.failed))
        // The next turn is served after the failure action has run.
        _ = try await harness.say("blue sky")
        #expect(await log.lines == ["-1.0"])
        #expect(harness.spoken.filter { $0 == "How many?" }.count == 3)
        #expect(harness.spoken.filter { $0 == "Sorry, I did not hear an answer." }.count == 3)
        #expect(harness.recorder.bodies(VoiceRequestStatus.self).filter { $0.state == .invalid }.count == 3)
        try await harness.stop()
    }
}
