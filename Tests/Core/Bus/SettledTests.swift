import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusBus

@Suite("Waiting until all tracked messages are answered")
struct SettledTests {
    @Test("settled returns after the last answer, at once when nothing waits, and when the task is cancelled")
    func settled() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        let intent = try test.connect(.intent)
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await speaker.ready()
        try await intent.ready()
        await speaker.settled()
        let header = try speaker.publish(SpeechTranscript(text: "hello", engine: "text"))
        let cancelled = Task { await speaker.settled() }
        cancelled.cancel()
        await cancelled.value
        #expect(speaker.unanswered == 1)
        #expect(await transcripts.first()?.header.id == header.id)
        async let settled: Void = speaker.settled()
        try intent.publish(Receipt(of: SpeechTranscript.kind), answering: header)
        await settled
        #expect(speaker.unanswered == 0)
    }

    @Test("the tasks that wait are resumed when the last message is withdrawn")
    func withdrawn() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        try await speaker.ready()
        let header = try speaker.publish(SpeechTranscript(text: "hello", engine: "text"))
        let waiter = AsyncStream.makeStream(of: Void.self).continuation
        let isWaiting = speaker.shared.state.withLock { $0.addSettledWaiter(waiter) }
        #expect(isWaiting)
        speaker.withdraw(header.id)
        let left = speaker.shared.state.withLock { $0.takeSettled() }
        #expect(left.isEmpty && speaker.unanswered == 0)
    }
}
