import SaybusBroker
import SaybusMessages
import SaybusTesting
import Synchronization
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

    @Test("the bus holds states back from the loss of the connection until it is back")
    func outage() async throws {
        let address = try TestBus.freshAddress()
        let first = try TestBus.at(address)
        let speaker = try first.connect(.transcribe, tracking: [SpeechTranscript.self])
        let recorder = Recorder(speaker.subscribe(to: [TurnEnded.self]))
        try await speaker.ready()
        let before = speaker.shared.publishing.withLock { $0.holdsBack }
        first.broker.close()
        // The loss has been noticed by the end of a turn that nobody takes.
        let (turn, next) = (TurnID(), TurnID())
        try speaker.publish(
            SpeechTranscript(text: "hello", engine: "text"), turn: turn, deadline: speaker.now + 1_000_000)
        _ = try #require(await recorder.first(TurnEnded.self))
        let away = speaker.shared.publishing.withLock { $0.holdsBack }
        let second = try TestBus.at(address)
        try speaker.publish(TurnEnded(outcome: .handled), turn: next)
        _ = try #require(await recorder.first(TurnEnded.self) { $0.header.turn == next })
        let after = speaker.shared.publishing.withLock { $0.holdsBack }
        #expect(!before && away && !after)
        withExtendedLifetime((first, second)) {}
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
