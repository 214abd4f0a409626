import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Retransmission of turns")
struct TurnRetransmitterTests {
    /// Returns a transcriber's heartbeat by way of one start of the broker.
    private func beat(_ instance: String, epoch: UInt32) -> Message<StageStatus> {
        let status = StageStatus(role: .transcribe, instance: instance, state: .ready, pid: 1, uptimeMs: 1)
        let source = Source(role: .transcribe, instance: instance)!
        let header = Header(kind: StageStatus.kind, session: .default, source: source, run: 1, sequence: 0)
        return Message(header: header, body: status, stamp: Stamp(offset: 1, epoch: epoch, at: 0))
    }

    @Test("a listener that finds the turn of a killed one is told its end, however long ago that was")
    func orphan() async throws {
        let test = try TestBus()
        let dispatcher = try test.connect(.dispatch)
        try await dispatcher.ready()
        let turn = TurnID()
        do {
            // The file stays, as that of a killed listener does: its turn is still open.
            let file = OpenTurnFile(folder: test.address.turnFolder, bus: test.address.url, logger: TestBus.quiet)
            file.add(turn, in: .default)
        }
        try dispatcher.publish(TurnEnded(outcome: .handled), turn: turn)
        // Reports are published again for five seconds only, or until there are many later ones.
        for _ in 0..<600 { try dispatcher.publish(CommandResponse(isTerminal: true), turn: TurnID()) }
        let bus = try test.connect(.listen)
        let ends = bus.subscribe(TurnEnded.self)
        try await bus.ready()
        let retransmitter = TurnRetransmitter(bus: bus, logger: TestBus.quiet)
        await retransmitter.adoptOrphans()
        #expect(await ends.first()?.header.turn == turn)
    }

    @Test("where a listener is the first to use a bus, others pass the directories above it, but do not enter it")
    func parents() async throws {
        let folder = try TemporaryFolder()
        let address = try BusAddress("ipc://\(folder.path)/a/b/bus")
        let source = try #require(Source(role: .listen, instance: "listen"))
        let bus = try Bus(at: address, as: source, logger: TestBus.quiet)
        let retransmitter = TurnRetransmitter(bus: bus, logger: TestBus.quiet)
        func mode(_ path: String) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        for path in ["a", "a/b"] { #expect(try mode(path).map { $0 & 0o011 } == 0o011, "\(path)") }
        for path in ["a/b/bus", "a/b/bus/turns"] { #expect(try mode(path) == 0o700, "\(path)") }
        withExtendedLifetime(retransmitter) {}
        await bus.close()
    }

    @Test("a turn whose intent or end came before the file of its killed listener was found is not ended again")
    func endedBefore() async throws {
        let test = try TestBus()
        let (ended, understood) = (TurnID(), TurnID())
        do {
            let file = OpenTurnFile(folder: test.address.turnFolder, bus: test.address.url, logger: TestBus.quiet)
            for turn in [ended, understood] { file.add(turn, in: .default) }
        }
        let bus = try test.connect(.listen)
        try await bus.ready()
        do {
            let retransmitter = TurnRetransmitter(bus: bus, logger: TestBus.quiet)
            // These messages come once: the bus delivers no repetition.
            await retransmitter.ended(ended)
            await retransmitter.understood(understood)
            await retransmitter.adoptOrphans()
        }
        // A listener that ends while it has open turns leaves its file.
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.address.turnFolder) == [])
    }

    @Test("a transcript of another turn or session than the sound that it answers is told of")
    func misplaced() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let begins = tap.subscribe(SpeechStarted.self)
        try await tap.ready()
        let bus = try test.connect(.listen)
        try await bus.ready()
        let retransmitter = TurnRetransmitter(bus: bus, logger: TestBus.quiet)
        let turn = try await retransmitter.open(SpeechStarted(positionMs: 0), in: .default, samples: [])
        let started = try #require(await begins.first())
        func transcript(_ turn: TurnID?, _ session: Session, _ causes: [MessageID]) -> Header {
            Header(
                kind: SpeechTranscript.kind, session: session, turn: turn,
                source: Source(role: .transcribe, instance: "px")!, run: 1, sequence: 0, causes: causes)
        }
        let hall = try #require(Session(rawValue: "hall"))
        let causes = [started.header.id]
        let other = await retransmitter.misplacement(of: transcript(TurnID(), .default, causes))
        #expect(other == "transcribe/px answered in another turn: the turn \(turn) has no transcript")
        let elsewhere = await retransmitter.misplacement(of: transcript(turn, hall, causes))
        #expect(elsewhere == "transcribe/px answered in another session: the turn \(turn) has no transcript")
        #expect(await retransmitter.misplacement(of: transcript(turn, .default, causes)) == nil)
        #expect(await retransmitter.misplacement(of: transcript(TurnID(), .default, [MessageID()])) == nil)
    }

    @Test("a turn without a transcript names the transcribers that are ready, and have said nothing")
    func silentTranscriber() {
        func reason(_ ready: [String]) -> String { TurnRetransmitter.reason(isOrphan: false, ready: ready) }
        #expect(reason([]) == "no transcriber took the speech within 10 s")
        #expect(
            reason(["px"])
                == "transcribe/px is ready, and no transcript came within 10 s after the end of speech")
        #expect(reason(["a", "b"]).hasPrefix("transcribe/a, transcribe/b are ready"))
    }

    @Test(
        "a transcriber on a restarted broker gets the open turn with each heartbeat, otherwise only a new one gets it")
    func brokerAway() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let begins = tap.subscribe(SpeechStarted.self)
        try await tap.ready()
        let bus = try test.connect(.listen)
        try await bus.ready()
        let retransmitter = TurnRetransmitter(bus: bus, logger: TestBus.quiet)
        await retransmitter.update(beat("a", epoch: 1))
        let turn = try await retransmitter.open(SpeechStarted(positionMs: 0), in: .default, samples: [])
        // The transcriber's own heartbeats bring nothing new.
        for _ in 0..<3 { await retransmitter.update(beat("a", epoch: 1)) }
        await retransmitter.update(beat("b", epoch: 1))
        for _ in 0..<2 { await retransmitter.update(beat("a", epoch: 2)) }
        // A transcribed turn is not sent again: the last opening belongs to another turn.
        await retransmitter.understood(turn)
        await retransmitter.update(beat("a", epoch: 2))
        let next = try await retransmitter.open(SpeechStarted(positionMs: 9), in: .default, samples: [])
        #expect(await begins.collect(2).map(\.header.turn) == [turn, next])
        // Once for the new transcriber, twice for the heartbeats; a transcriber that has the turn ignores it.
        #expect(tap.counters.repeated == 3)
    }
}
