import ArgumentParser
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusWyomingServer

@Suite("Turns of peers", .timeLimit(.minutes(1)))
struct PeerTurnsTests {
    private let test: TestBus
    private let bus: Bus
    private let hall: Session

    init() async throws {
        test = try TestBus()
        bus = try test.connect(.wyoming, tracking: [SpeechTranscript.self])
        hall = try #require(Session(rawValue: "hall"))
        try await bus.ready()
    }

    private func makeTurns(_ time: Duration) throws -> PeerTurns {
        PeerTurns(
            bus: bus, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            claims: LoudspeakerClaims(try StageOptions.parse(["--bus", test.address.url])), chosenVoice: nil,
            turnTime: time
        ) { _ in }
    }

    @Test("a turn that nobody ends is forgotten in time, also when its peer has gone")
    func forgotten() async throws {
        let turns = try makeTurns(.milliseconds(10))
        let parts = try turns.begin("lights on", in: hall)
        let limit = turns.state.withLock { $0.open.values.first?.limit }
        let peer = Task { for await _ in parts {} }
        peer.cancel()
        await peer.value
        await limit?.value
        #expect(turns.state.withLock { $0.open.isEmpty })
    }

    @Test("turns that go on are bounded, and one that has ended makes room")
    func bounded() throws {
        let turns = try makeTurns(.seconds(90))
        for _ in 0..<PeerTurns.maximumTurns { _ = try turns.begin("lights on", in: hall) }
        let failure = #expect(throws: RequestFailure.self) { try turns.begin("lights on", in: hall) }
        #expect(failure?.code == "too-many")
        let first = try #require(turns.state.withLock { $0.open.keys.first })
        turns.end(first, TurnEnded(outcome: .handled))
        _ = try turns.begin("lights off", in: hall)
        let open = turns.state.withLock { Array($0.open.keys) }
        for turn in open { turns.end(turn, TurnEnded(outcome: .handled)) }
        #expect(turns.state.withLock { $0.open.isEmpty })
    }
}
