import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite("Controls of the voice", .timeLimit(.minutes(1)))
struct VoiceControlQueueTests {
    private func control(_ voice: String, track: String? = nil) -> Message<AudioControl> {
        Message(
            header: Header(
                kind: AudioControl.kind, session: .default, source: Source(role: Role("client"), instance: "a")!,
                run: 1,
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

    @Test("a queue that is full drops the oldest one, and says so")
    func full() async throws {
        let queue = VoiceControlQueue()
        let hadRoom = (0..<VoiceControlQueue.capacity).map { queue.submit(control("a", track: "\($0)")) }
        #expect(!hadRoom.contains(false))
        #expect(queue.submit(control("a", track: "0")), "it takes the place of another one")
        #expect(!queue.submit(control("a", track: "one more")))
        let performed = Watched<[String]>([])
        let running = Task { await queue.run { control in performed.change { $0.append(control.body.track ?? "") } } }
        defer { running.cancel() }
        await queue.waitUntilDone()
        #expect(performed.value.count == VoiceControlQueue.capacity)
        #expect(performed.value.first == "2" && performed.value.last == "one more")
    }

    @Test("speech that follows a control waits for the one in its place, too")
    func replaced() async throws {
        let queue = VoiceControlQueue()
        let (performed, letGo) = (Watched<[String]>([]), Watched(0))
        let running = Task {
            await queue.run { control in
                let count = performed.change { all in
                    all.append(control.body.voice ?? "")
                    return all.count
                }
                await letGo.wait { $0 >= count }
            }
        }
        defer { running.cancel() }
        queue.submit(control("one"))
        try await performed.require("the first control") { $0 == ["one"] }
        queue.submit(control("two"))
        let isWaiting = Watched(false)
        let heard = Task {
            isWaiting.change { $0 = true }
            await queue.waitUntilDone()
            return performed.value
        }
        try await isWaiting.require("the speech") { $0 }
        queue.submit(control("music", track: "music"))
        queue.submit(control("three"))
        letGo.change { $0 = 2 }
        try await performed.require("the last control") { $0.count == 3 }
        letGo.change { $0 = 3 }
        #expect(await heard.value == ["one", "music", "three"])
    }
}
