import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Bus.docc/Bus.md")
struct PageTests {
    @Test("the recognizer of the page answers each transcript")
    func recognizer() async throws {
        let test = try TestBus()
        let client = try test.connect(.transcribe)
        let intents = client.subscribe(SpeechIntent.self)
        try await client.ready()
        let recognizer = Task { try await recognize(at: test.address) }
        defer { recognizer.cancel() }
        let answers = Watched<[Message<SpeechIntent>]>([])
        let reader = Task { for try await intent in intents { answers.change { $0.append(intent) } } }
        defer { reader.cancel() }
        // The recognizer has no status that would tell when it has subscribed, so the words are said until it answers.
        var said: [MessageID] = []
        repeat {
            said.append(try client.publish(SpeechTranscript(text: "hello", engine: "test")).id)
        } while await !answers.wait(within: .milliseconds(20), until: { !$0.isEmpty }) && said.count < 1000
        let intent = try #require(answers.value.first)
        #expect(intent.body.text == "hello" && intent.header.causes.allSatisfy(said.contains))
    }
}

func recognize(at address: BusAddress) async throws {
    let bus = try Bus(at: address, as: Source(role: .intent, instance: "mine")!)
    let transcripts = bus.subscribe(SpeechTranscript.self)
    try await bus.ready()
    for try await transcript in transcripts {
        let intent = SpeechIntent(text: transcript.body.text, hypotheses: [], engine: "mine")
        try bus.publish(intent, answering: transcript.header)
    }
}
