import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

@Suite("Spoken answers to requests")
struct SpeakingToRequestsTests {
    @Test("a command request starts listening, as a microphone button does, and silence ends it")
    func microphoneButton() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        try await harness.manager.startCommandRequest()
        let listen = await harness.recorder.first(ListenRequest.self)
        #expect(listen?.body.mode == .pushToTalk)
        await #expect(throws: VoiceRequestRefusal.self) { try await harness.manager.startCommandRequest() }
        #expect(try await harness.say("help").spoken == "What with?")
        #expect(harness.states == [.presented, .listening])
        try await harness.stop()
    }

    @Test(
        "listening for an answer ends when the answer arrives in another way or the question is cancelled"
    )
    func listeningEnds() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        for number in 0..<2 {
            _ = try await harness.say("help")
            _ = try await harness.say(number == 0 ? "the oven" : "never mind")
        }
        _ = try await harness.say("help")
        await harness.manager.cancelVoiceRequest()
        let withdrawal = await harness.recorder.first(ListenRequest.self) { [recorder = harness.recorder] in
            $0.body.withdraws != nil
                && $0.body.withdraws == recorder.all(ListenRequest.self).last { $0.body.withdraws == nil }?.header.id
        }
        try #require(withdrawal != nil)
        let requests = harness.recorder.all(ListenRequest.self)
        #expect(requests.count == 6)
        for (asked, withdrawn) in zip(requests, requests.dropFirst()) where asked.body.withdraws == nil {
            #expect(withdrawn.body == .withdrawal(of: asked.header.id))
        }
        try await harness.stop()
    }

    @Test("a user who has started to speak is not interrupted by an answer that arrives in another way")
    func speechIsKept() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        _ = try await harness.say("help")
        _ = try #require(await harness.recorder.first(ListenRequest.self))
        let speaking = TurnID()
        try harness.client.publish(SpeechStarted(positionMs: 0), turn: speaking)
        _ = try await harness.say("the oven")
        #expect(harness.recorder.all(ListenRequest.self).map(\.body.mode) == [.followUp])
        try await harness.stop()
    }

    @Test("what the user is saying while the answer arrives in another way is no answer to the next question")
    func spokenMeanwhile() async throws {
        let harness = try await Harness.asking(listener: true) {
            StringRequest("What with?") { _ in .ask(StringRequest(promptText: "And what else?")) }
        }
        _ = try await harness.say("help")
        _ = try #require(await harness.recorder.first(ListenRequest.self))
        let speaking = TurnID()
        try harness.client.publish(SpeechStarted(positionMs: 0), turn: speaking)
        await Task { @ConversationActor in
            while harness.manager.requests.speaking != speaking { await Task.yield() }
        }.value
        #expect(try await harness.say("the oven").spoken == "And what else?")
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == speaking }
        #expect(end?.body.outcome == .cancelled)
        try harness.client.publish(
            SpeechIntent(text: "the oven", hypotheses: [], engine: "test"), turn: speaking)
        #expect(try await harness.say("salt").outcome == .handled)
        #expect(harness.states.filter { $0 == .interpreted }.count == 2)
        try await harness.stop()
    }

    @Test("a spoken \"never mind\" ends its turn once, with the outcome")
    func spokenCancellation() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        _ = try await harness.say("help")
        _ = try #require(await harness.recorder.first(ListenRequest.self))
        let turn = TurnID()
        try harness.client.publish(SpeechStarted(positionMs: 0), turn: turn)
        try harness.client.publish(SpeechTranscript(text: "never mind", engine: "text"), turn: turn)
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .cancelled)
        #expect(end?.body.reason == "the user cancelled the question")
        try await harness.stop()
    }

    @Test("a user who speaks over a question and silences it answers it, without being asked to speak")
    func spokenOver() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        harness.audio.hold()
        let asking = try harness.send("help")
        _ = try #require(await harness.recorder.first(AudioPlayback.self))
        let speaking = TurnID()
        try harness.client.publish(SpeechStarted(positionMs: 0), turn: speaking)
        await Task { @ConversationActor in
            while harness.manager.requests.overlapping?.turn != speaking { await Task.yield() }
        }.value
        try harness.audio.end(as: .interrupted, reason: "the user spoke", cause: .bargeIn)
        let asked = await harness.recorder.first(TurnEnded.self) { $0.header.turn == asking }
        #expect(asked?.body.outcome == .handled)
        #expect(await harness.manager.requests.machine.phase == .hearing)
        try harness.audio.release()
        try harness.client.publish(SpeechTranscript(text: "the oven", engine: "text"), turn: speaking)
        let answered = await harness.recorder.first(TurnEnded.self) { $0.header.turn == speaking }
        #expect(answered?.body.outcome == .handled)
        #expect(harness.recorder.all(ListenRequest.self).isEmpty)
        try await harness.stop()
    }

    @Test("the tones after an answer sound at once, also where other sequences wait for its transcript")
    func tonesAfterAnswer() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        _ = try await harness.say("help")
        _ = try #require(await harness.recorder.first(ListenRequest.self))
        let speaking = TurnID()
        try harness.client.publish(SpeechStarted(positionMs: 0), turn: speaking)
        try harness.client.publish(SpeechEnded(durationMs: 900, reason: .silence, chunks: 15), turn: speaking)
        let tones = await harness.recorder.first(AudioSequence.self) { $0.body.bargeIn != nil }
        #expect(tones?.body.bargeIn == AudioSequence.BargeIn.none)
        #expect(tones?.body.spokenText.isEmpty == true)
        try await harness.stop()
    }

    @Test("a list expects only as many positions as it has options, and a long list expects all numbers")
    func places() async {
        let (short, long) = await Task { @ConversationActor in
            let labels = (1...20).map { "thing \($0)" }
            return (
                SelectRequest(itemLabels: Array(labels.prefix(2)), promptText: "Which?").recognition.phrases,
                SelectRequest(itemLabels: labels, promptText: "Which?").recognition.phrases
            )
        }.value
        #expect(short.contains { $0.contains("second") } && short.contains { $0.contains("(one|two|first|second)") })
        #expect(!short.contains { $0.contains("third") || $0.contains("@number") })
        #expect(long.contains { $0.contains("@number:Number [(one|option)]") })
    }

    @Test("a wake word during listening starts another turn, whose transcript is the answer")
    func calledByWakeWord() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        _ = try await harness.say("help")
        _ = try #require(await harness.recorder.first(ListenRequest.self))
        let listener = try harness.test.connect(.listen, instance: "other")
        try await listener.ready()
        let (called, speaking) = (TurnID(), TurnID())
        try listener.publish(SpeechStarted(positionMs: 0), turn: called)
        try listener.publish(SpeechEnded(durationMs: 900, reason: .withdrawn, chunks: 15), turn: called)
        try listener.publish(TurnEnded(outcome: .cancelled, reason: "the wake word was said"), turn: called)
        try listener.publish(SpeechStarted(positionMs: 900, wakeWord: "hey computer"), turn: speaking)
        await Task { @ConversationActor in
            while harness.manager.requests.speaking != speaking { await Task.yield() }
        }.value
        await harness.manager.cancelVoiceRequest()
        let abandoned = await harness.recorder.first(TurnEnded.self) { $0.header.turn == speaking }
        #expect(abandoned?.body.outcome == .cancelled)
        #expect(harness.recorder.bodies(ListenRequest.self).count == 1, "the ear is open all the time")
        await listener.close()
        try await harness.stop()
    }

    @Test("a late transcript of a turn that was given up does not answer the next question")
    func late() async throws {
        let log = Log()
        let harness = try await Harness.asking(listener: true) {
            let request = StringRequest(promptText: "Who?") { log.add($0 ?? "nil") }
            request.recognitionOptions.maximumSpeech = .milliseconds(30)
            request.recognitionOptions.responseTimeout = .milliseconds(30)
            return request
        }
        _ = try await harness.say("help")
        let turn = TurnID()
        try harness.client.publish(SpeechStarted(positionMs: 0), turn: turn)
        _ = try #require(await harness.state(.invalid))
        let gone = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(gone?.body.outcome == .cancelled)
        _ = try #require(await harness.state(.listening, count: 2))
        try harness.client.publish(SpeechTranscript(text: "too late", engine: "text"), turn: turn)
        #expect(try await harness.say("in time").outcome == .handled)
        #expect(await log.lines == ["in time"])
        #expect(harness.recorder.all(TurnEnded.self).filter { $0.header.turn == turn }.count == 1)
        try await harness.stop()
    }

    @Test("words for another app use up no try: the question listens again when their turn is over, and never ends it")
    func forOtherApp() async throws {
        let harness = try await Harness.asking(listener: true) { StringRequest(promptText: "What with?") }
        _ = try await harness.say("help")
        let first = await harness.recorder.first(ListenRequest.self)
        let speaker = try harness.test.connect(.intent, instance: "other", tracking: [SpeechIntent.self])
        try await speaker.ready()
        let turn = TurnID()
        try speaker.publish(SpeechStarted(positionMs: 0), turn: turn)
        let lamp = SpeechIntent.Hypothesis(app: "kitchen", type: "Lamp", confidence: 1)
        try speaker.publish(
            SpeechIntent(text: "ask kitchen to light the lamp", hypotheses: [lamp], engine: "test"), turn: turn)
        await Task { @ConversationActor in
            while harness.manager.requests.otherTurn != turn { await Task.yield() }
        }.value
        #expect(await harness.manager.requests.speaking == nil)
        try speaker.publish(TurnEnded(outcome: .handled), turn: turn)
        let again = await harness.recorder.first(ListenRequest.self) { $0.header.id != first?.header.id }
        #expect(again?.body.mode == .followUp && again?.body.withdraws == nil)
        #expect(try await harness.say("the oven").outcome == .handled)
        #expect(!harness.states.contains(.invalid))
        #expect(
            harness.recorder.all(TurnEnded.self).filter { $0.header.turn == turn }.map(\.body.outcome) == [.handled])
        await speaker.close()
        try await harness.stop()
    }
}
