import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusSupport
import SaybusTerminal
import SaybusTesting
import Testing

@Suite("saybus talk")
struct TalkTests {
    @Test("lines are said, a number chooses the option of the open question, and failures do not end the conversation")
    func conversation() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test), try await StageDouble.dispatch(on: test)]
        let asker = try test.connect("dispatch", instance: "asker")
        let intents = asker.subscribe(SpeechTranscript.self)
        try await asker.ready()
        let shown = Watched("")
        let output = TextOutput { text in shown.change { $0 += text } }
        let lines = Watched(["next", "2", ""])
        try await Talk(at: test.address, wait: .seconds(20)).run(output: output) {
            let line = lines.change { $0.isEmpty ? nil : $0.removeFirst() }
            guard line == "2" else { return line }
            // The question must have been printed before it is answered.
            let question = VoiceRequestStatus.Question(kind: "select", prompt: "Which?", options: ["blue", "next"])
            _ = try? asker.publish(VoiceRequestStatus(request: MessageID(), state: .presented, question: question))
            return await shown.wait(within: .seconds(20)) { $0.contains("  2  next") } ? "2" : nil
        }
        #expect(shown.value.split(separator: "\n").count { $0.contains("turn.ended") } == 2)
        #expect(shown.value.contains("no listen stage is ready"))
        let texts = await intents.collect(2).map(\.body.text)
        #expect(texts == ["next", "next"])
        withExtendedLifetime(stages) {}
    }
}
