import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

/// A question that is built of an app's own parts, none of them standard.
@ConversationActor
private final class TasteRequest: VoiceRequest {
    struct Interpreter: VoiceRequestInterpreter {
        func interpret(_ result: SpeechRecognitionResult) async throws -> Interpretation<Int> {
            let tastes = ["sour", "salty", "sweet"]
            guard let taste = tastes.firstIndex(where: result.transcript.contains) else {
                return Interpretation(errors: [ValidationError(.init(rawValue: "no-taste"), reason: result.transcript)])
            }
            return Interpretation(value: taste)
        }
    }

    struct Responder: VoiceRequestResponder {
        let log: Log

        func response(to interpretation: Interpretation<Int>) async throws -> VoiceRequestResponse {
            guard let taste = interpretation.value else {
                let error = interpretation.validationErrors.first
                return .ask(TasteRequest(log), saying: "\(error?.reason ?? "") is \(error?.type.rawValue ?? "").")
            }
            return .say("Taste \(taste).") { log.add("taste \(taste)") }
        }

        func response(toRecognitionError error: RecognitionError) async throws -> VoiceRequestResponse {
            .say("\(error.code)")
        }

        func actionForCancellation() -> VoiceRequestResponse.Action? { { log.add("cleaned up") } }
    }

    let prompt: VoicePrompt? = VoicePrompt(message: "Which taste?")
    let recognition = RecognitionOptions(phrases: ["[it is] (sour|salty|sweet)"], noSpeechTimeout: .seconds(3))
    let interpreter: any VoiceRequestInterpreter<Int> = Interpreter()
    let responder: any VoiceRequestResponder<Int>

    init(_ log: Log) { responder = Responder(log: log) }
}

/// A standard request of which only a property is overridden: "never mind" is an answer to it.
@ConversationActor
private final class MoodRequest: StringRequest {
    override var takesCancellationAsAnswer: Bool { true }
}

/// A registry of an app's own, whose commands depend on its state.
@ConversationActor
private final class Door: VerbalCommandRegistry {
    private var isOpen = false

    /// Opens the door without a command.
    func open() { isOpen = true }

    var commandRecognizers: [VerbalCommandRecognizer] {
        let recognizer = CustomCommandRecognizer(
            customType: isOpen ? "Close" : "Open",
            responseBuilder: { [self] in
                isOpen.toggle()
                return .say(isOpen ? "It is open." : "It is closed.")
            })
        recognizer.addTextMatcher(PatternCommandMatcher(pattern: isOpen ? "close the door" : "open the door"))
        return [recognizer]
    }
}

/// A question of an app's own with the standard responder.
@ConversationActor
private final class GuessRequest: VoiceRequest {
    let prompt: VoicePrompt? = VoicePrompt(message: "Which number?")
    let recognition = RecognitionOptions()
    let interpreter: any VoiceRequestInterpreter<Double> = NumericalInterpreter()
    let responder: any VoiceRequestResponder<Double>

    init(_ responder: StandardRequestResponder<Double>) { self.responder = responder }
}

/// An interpreter that comes to no end by itself.
private struct EndlessInterpreter: VoiceRequestInterpreter {
    func interpret(_ result: SpeechRecognitionResult) async throws -> Interpretation<String> {
        try await Task.sleep(for: .seconds(3600))
        return Interpretation(value: result.transcript)
    }
}

@Suite("Parts of an app's own in place of the standard ones", .timeLimit(.minutes(1)))
struct OwnRequestTests {
    @Test("a request of own parts is asked, heard, interpreted and answered, and cleans up when it is cancelled")
    func request() async throws {
        let log = Log()
        let harness = try await Harness.asking(listener: true) { TasteRequest(log) }
        #expect(try await harness.say("help").spoken == "Which taste?")
        let asked = await harness.state(.presented)
        #expect(asked?.body.question == .init(kind: "custom", prompt: "Which taste?"))
        let listen = await harness.recorder.first(ListenRequest.self)
        #expect(listen?.body.phrases == ["[it is] (sour|salty|sweet)"])
        #expect(try await harness.say("green").spoken == "green is no-taste. Which taste?")
        #expect(try await harness.say("it is sweet").spoken == "Taste 2.")
        #expect(await log.lines == ["taste 2"])
        _ = try await harness.say("help")
        #expect(try await harness.say("never mind").outcome == .cancelled)
        _ = try await harness.say("help")
        let cleanup = await harness.manager.requests.cancelRequest()
        #expect(await log.lines == ["taste 2", "cleaned up"], "the caller runs the cleanup")
        try await cleanup?()
        #expect(await log.lines.count == 3)
        let again = await harness.manager.requests.cancelRequest()
        #expect(again == nil)
        try await harness.stop()
    }

    @Test("what a subclass of a standard request overrides holds for its retries, whose prompt does not outlast them")
    func subclass() async throws {
        let log = Log()
        let request = await Task { @ConversationActor in
            let request = MoodRequest(promptText: "How are you?") { log.add($0 ?? "nil") }
            request.standardResponder.repromptMessageText = "Tell me."
            return request
        }.value
        let harness = try await Harness.asking { request }
        for _ in 1...2 {
            #expect(try await harness.say("help").spoken == "How are you?")
            let silence = try harness.send("", empty: .silence)
            let again = await harness.recorder.first(TurnEnded.self) { $0.header.turn == silence }
            #expect(again?.body.spoken == "Sorry, I did not hear an answer. Tell me.")
            #expect(try await harness.say("never mind").outcome == .handled)
        }
        #expect(await log.lines == ["never mind", "never mind"])
        try await harness.stop()
    }

    @Test("a registry of its own is read for every turn")
    func registry() async throws {
        let harness = try await Harness { manager in manager.commandRegistry = Door() }
        #expect(try await harness.say("open the door").spoken == "It is open.")
        #expect(try await harness.say("open the door").outcome == .notUnderstood)
        #expect(try await harness.say("close the door").spoken == "It is closed.")
        try await harness.stop()
    }

    @Test("the standard responder gives an answer to a request of its own to its handlers, and tells of its end")
    func standardResponder() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: {
                    .ask(GuessRequest(StandardRequestResponder<Double>(userAction: { log.add("\($0 ?? -1)") })))
                }))
            catalog.addCommandRecognizer(
                PlayCommandRecognizer(responseBuilder: {
                    .ask(GuessRequest(StandardRequestResponder<Double>(answered: { .say("It is \($0).") })))
                }))
            catalog.addCommandRecognizer(
                NextCommandRecognizer(responseBuilder: {
                    let responder = StandardRequestResponder<Double>()
                    responder.successResponder = { _, _ in .say("Never said.") }
                    return .ask(GuessRequest(responder))
                }))
            manager.commandRegistry = catalog
        }
        for answer in ["seven", "blue"] {
            _ = try await harness.say("help")
            _ = try await harness.say(answer)
        }
        #expect(await log.lines == ["7.0", "-1.0"])
        _ = try await harness.say("play")
        #expect(try await harness.say("three").spoken == "It is 3.0.")
        _ = try await harness.say("next")
        let refused = try await harness.say("three")
        #expect(refused.outcome == .failed && refused.reason?.contains("needs a StandardVoiceRequest") == true)
        try await harness.stop()
    }

    @Test("the responder cleans up when the interpreter exceeds its time")
    func slowInterpreter() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            manager.handlerTimeout = .milliseconds(200)
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: {
                    let request = StringRequest(promptText: "What?") { log.add($0 ?? "nil") }
                    request.interpreter = EndlessInterpreter()
                    return .ask(request)
                }))
            manager.commandRegistry = catalog
        }
        _ = try await harness.say("help")
        #expect(try await harness.say("anything").outcome == .failed)
        await Task { @ConversationActor in
            while log.lines.isEmpty { await Task.yield() }
        }.value
        #expect(await log.lines == ["nil"])
        try await harness.stop()
    }

    @Test("a registry of its own that changes outside of a turn is read when the app says so")
    func changedRegistry() async throws {
        let door = Door()
        let harness = try await Harness { manager in manager.commandRegistry = door }
        await door.open()
        await harness.manager.commandsChanged()
        let catalog = try #require(
            await harness.recorder.first(Catalog.self) { $0.body.commands.contains { $0.type == "Close" } })
        _ = try #require(
            await harness.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains(catalog.body.revision) == true
            })
        #expect(try await harness.say("close the door").spoken == "It is closed.")
        try await harness.stop()
    }

    @Test("retries without a limit end with an answer only")
    func forever() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            let request = NumericalRequest(promptText: "How many?") { log.add("\($0 ?? -1)") }
            request.standardResponder.supportedRetryCount = StandardRequestResponder<Double>.retryForever
            return request
        }
        _ = try await harness.say("help")
        for _ in 1...5 { #expect(try await harness.say("blue").spoken?.hasSuffix("How many?") == true) }
        #expect(try await harness.say("seven").outcome == .handled)
        #expect(await log.lines == ["7.0"])
        try await harness.stop()
    }

    @Test("retries without a limit end when nobody says anything twice in a row")
    func deserted() async throws {
        let log = Log()
        let harness = try await Harness.asking {
            let request = NumericalRequest(promptText: "How many?") { log.add("\($0 ?? -1)") }
            request.standardResponder.supportedRetryCount = StandardRequestResponder<Double>.retryForever
            return request
        }
        func silence() async throws -> String? {
            let turn = try harness.send("", empty: .silence)
            return await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }?.body.spoken
        }
        _ = try await harness.say("help")
        #expect(try await silence()?.hasSuffix("How many?") == true)
        #expect(try await harness.say("blue").spoken?.hasSuffix("How many?") == true)
        #expect(try await silence()?.hasSuffix("How many?") == true)
        #expect(try await silence()?.hasSuffix("How many?") == false)
        #expect(await harness.state(.failed) != nil)
        #expect(await log.lines == ["-1.0"])
        try await harness.stop()
    }

    @Test("a copy of a standard request has the help and the treatment of other words that the request has")
    @ConversationActor
    func copies() {
        func expectEqualCopy<Answer>(_ request: StandardVoiceRequest<Answer>) {
            (request.helpText, request.remarkHandling) = ("Just say it.", .areAnswers)
            request.yieldsToCommands = true
            request.recognitionOptions.noSpeechTimeout = .seconds(3)
            let copy = request.clone()
            #expect(copy.helpText == "Just say it." && copy.remarkHandling == .areAnswers, "\(request.kind)")
            #expect(copy.yieldsToCommands && copy.recognitionOptions.noSpeechTimeout == .seconds(3))
        }
        expectEqualCopy(StringRequest(promptText: "What?"))
        expectEqualCopy(NumericalRequest(promptText: "How many?"))
        expectEqualCopy(SelectRequest(itemLabels: ["red", "blue"], promptText: "Which?"))
        expectEqualCopy(ConfirmationRequest(promptText: "Sure?"))
        expectEqualCopy(PatternMatchRequest(templates: ["@a to @b"], promptText: "From where?"))
    }

    @Test("a track has the focus while no live track has a higher priority")
    @ConversationActor
    func focus() async throws {
        let harness = try await Harness { $0.commandRegistry = Door() }
        let tracks = harness.manager.trackCoordinator
        let (music, notices) = (
            tracks.registerTrack("music", priority: 5), tracks.registerTrack("notices", priority: 20)
        )
        harness.audio.hold()
        music.addEvent(SpeechEvent(utteranceString: "La la la."))
        #expect(music.isLive && music.hasFocus && !notices.isLive && !notices.hasFocus)
        notices.addEvent(SpeechEvent(utteranceString: "A letter has come."))
        #expect(music.isLive && !music.hasFocus && notices.hasFocus)
        notices.cancelAll()
        music.cancelAll()
        try harness.audio.release()
        try await harness.stop()
    }
}
