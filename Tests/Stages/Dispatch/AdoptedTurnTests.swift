import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusDispatch

@Suite("Turns that a killed predecessor has left open")
struct AdoptedTurnTests {
    @Test("an old turn of which only the answer was left ends as its command did, and any other old turn fails")
    func old() async throws {
        let test = try TestBus()
        let (bus, client) = (try test.connect(.dispatch), try test.connect(Role("client")))
        let ends = client.subscribe(TurnEnded.self)
        for bus in [bus, client] { try await bus.ready() }
        let runtime = TurnRuntime(Catalog(app: "player", commands: []), bus: bus, logger: TestBus.quiet)
        let source = try #require(Source(role: .intent, instance: "test"))
        for phase in [TurnRecord.Phase.begun, .answered] {
            let turn = TurnID()
            let intent = Header(
                kind: SpeechIntent.kind, session: .default, turn: turn, source: source, run: 1, sequence: 0, at: 0,
                causes: [])
            var record = TurnRecord(intent: intent, turn: turn, app: "player", command: "Play")
            record.at -= TurnRuntime.freshness + 1
            if phase == .answered {
                record.phase = phase
                record.conclusion = TurnEnded(outcome: .handled, app: "player", command: "Play", spoken: "Here it is.")
            }
            await runtime.finish(adopted: record)
            let end = try #require(await ends.first { $0.header.turn == turn }).body
            #expect(end.outcome == (phase == .answered ? .handled : .failed), "\(end)")
            #expect(end.spoken == (phase == .answered ? "Here it is." : nil))
            #expect(end.reason?.hasPrefix("the dispatch stage was stopped") == true)
        }
    }

    @Test("an adopted question ends as failed, with an apology unless it is old, or a turn's end has one for it")
    func questions() async throws {
        let test = try TestBus()
        let (bus, client) = (try test.connect(.dispatch), try test.connect(Role("client")))
        let recorder = Recorder(client.subscribe(to: [VoiceRequestStatus.self, AudioSequence.self]))
        for bus in [bus, client] { try await bus.ready() }
        let runtime = TurnRuntime(Catalog(app: "player", commands: []), bus: bus, logger: TestBus.quiet)
        let room = try #require(Session(rawValue: "room"))
        let source = try #require(Source(role: .intent, instance: "test"))
        let turn = TurnID()
        let intent = Header(
            kind: SpeechIntent.kind, session: room, turn: turn, source: source, run: 1, sequence: 0, at: 0, causes: [])
        let interrupted = TurnRecord(intent: intent, turn: turn, app: "player", command: "Play")
        let cases: [(state: VoiceRequestStatus.State, age: Int64, turn: TurnID?)] = [
            (.interpreted, 0, nil), (.listening, TurnRuntime.freshness + 1, nil), (.presented, 0, turn),
            (.presented, 0, TurnID()),
        ]
        let records = cases.map { state, age, turn in
            var record = QuestionRecord(
                VoiceRequestStatus(
                    request: MessageID(), state: state, question: .init(kind: "string", prompt: "Which song?")),
                in: room, turn: turn)
            record.at -= age
            return record
        }
        for record in records { runtime.close(adopted: record, with: [interrupted]) }
        let last = try #require(records.last).question.request
        let apology = try #require(await recorder.first(AudioSequence.self))
        #expect(apology.header.id == MessageID(besides: last, number: 2) && apology.header.session == room)
        let ends = recorder.all(VoiceRequestStatus.self)
        #expect(ends.map(\.header.id) == records.map { MessageID(besides: $0.question.request) })
        #expect(ends.allSatisfy { $0.body.state == .failed && $0.header.session == room })
    }
}
