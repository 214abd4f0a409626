import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusBus

@Suite("States published while there is no connection")
struct HeldBackStatesTests {
    @Test("the newest is sent when there is one again, the others are not, and nothing counts as lost")
    func newest() async throws {
        let test = try TestBus()
        let (stage, watcher) = (try test.connect(.intent), try test.connect(.tap))
        let recorder = Recorder(watcher.subscribe(to: [StageStatus.self, SpeechIntent.self]))
        try await watcher.ready()
        try await stage.ready()
        func publish(_ uptime: Int) throws {
            try stage.publish(
                StageStatus(role: .intent, instance: "test", state: .ready, pid: 1, uptimeMs: uptime))
        }
        try publish(1)
        stage.shared.holdBackStates()
        for uptime in 2...9 { try publish(uptime) }
        // What is no state waits in the socket as before.
        try stage.publish(SpeechIntent(text: "hello", hypotheses: [], engine: "x"))
        _ = try #require(await recorder.first(SpeechIntent.self))
        stage.shared.releaseStates()
        try publish(10)
        _ = try #require(await recorder.first(StageStatus.self) { $0.body.role == .intent && $0.body.uptimeMs == 10 })
        let uptimes = recorder.all(StageStatus.self).filter { $0.body.role == .intent }.map(\.body.uptimeMs)
        #expect(uptimes == [1, 9, 10])
        #expect(watcher.counters.lost == 0)
    }

    @Test("a state that is too large is refused at once, and the one before it is sent")
    func tooLarge() async throws {
        let test = try TestBus()
        let (stage, watcher) = (try test.connect(.intent), try test.connect(.tap))
        let recorder = Recorder(watcher.subscribe(to: [StageStatus.self]))
        try await watcher.ready()
        try await stage.ready()
        func publish(_ problem: String) throws {
            try stage.publish(
                StageStatus(role: .intent, instance: "test", state: .ready, pid: 1, uptimeMs: 1, problem: problem))
        }
        stage.shared.holdBackStates()
        try publish("small")
        let failure = #expect(throws: BusError.self) {
            try publish(String(repeating: "x", count: RawMessage.maximumSize))
        }
        #expect(failure?.code == .unsendable)
        stage.shared.releaseStates()
        _ = try #require(await recorder.first(StageStatus.self) { $0.body.problem == "small" })
    }
}
