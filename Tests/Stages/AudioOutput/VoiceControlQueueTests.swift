import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite("Controls of the voice", .timeLimit(.minutes(1)))
struct VoiceControlQueueTests {
    private func control(_ voice: String, track: String? = nil) -> Message<AudioControl> {
        Message(
            header: Header(
                kind: AudioControl.kind, session: .default, source: Source(role: "client", instance: "a")!, run: 1,
                sequence: 0),
            body: AudioControl(.voice, voice: voice, track: track))
    }

    @Test("they are performed in order, and of those for one scope that wait only the newest")
    func newest() async throws {
        let queue = VoiceControlQueue()
        let (performed, isLetGo) = (Watched<[String]>([]), Watched(false))
        let running = Task {
            await queue.run { control in
                performed.change { $0.append(control.body.voice ?? "") }
                await isLetGo.wait { $0 }
            }
        }
        defer { running.cancel() }
        await queue.waitUntilDone()
        queue.submit(control("one"))
        try await performed.require("the first control") { $0 == ["one"] }
        queue.submit(control("two"))
        queue.submit(control("music", track: "music"))
        queue.submit(control("three"))
        isLetGo.change { $0 = true }
        await queue.waitUntilDone()
        #expect(performed.value == ["one", "music", "three"])
    }
}
