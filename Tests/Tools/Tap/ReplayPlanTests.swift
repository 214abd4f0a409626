import Foundation
import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Selection of recorded messages for a replay")
struct ReplayPlanTests {
    /// Returns a turn of a recording and its messages.
    static func turn(_ bodies: [any BusMessage], withAudio: Bool = true, turn: TurnID = TurnID()) throws -> (
        RecordedTurn, [StoredMessage]
    ) {
        var stored: [StoredMessage] = []
        for (index, body) in bodies.enumerated() {
            func message(_ body: some BusMessage) throws -> RawMessage {
                try Make.message(body, turn: turn, sequence: index, at: Make.at + Int64(index) * 1000)
            }
            var message = try message(body)
            message.stamp = Stamp(offset: UInt64(index + 1), epoch: 1, at: message.header.at)
            stored.append(
                StoredMessage(
                    recording: 1, received: message.header.at, fate: .delivered, message: message, withAudio: withAudio)
            )
        }
        var record = RecordedTurn(try #require(stored.first), turn: turn)
        for message in stored { record.add(message) }
        return (record, stored)
    }

    static let spoken: [any BusMessage] = [
        SpeechStarted(positionMs: 0), AudioInput(index: 0, isLast: true, samples: [0, 0]),
        SpeechEnded(durationMs: 1, reason: .silence, chunks: 1), SpeechTranscript(text: "stop", engine: "one"),
        SpeechIntent(text: "stop", hypotheses: [.init(app: "a", type: "Stop", confidence: 1)], engine: "p"),
        CommandInvoked(app: "a", type: "Stop", parameters: [:], confidence: 1, text: "stop"),
        TurnEnded(outcome: .handled),
    ]

    private static func played(_ plan: ReplayPlan, _ bodies: [any BusMessage], withAudio: Bool = true) throws -> [Kind]
    {
        let (record, stored) = try turn(bodies, withAudio: withAudio)
        return stored.filter { plan.admits($0, of: record) }.map(\.message.header.kind)
    }

    @Test(
        "a spoken turn's input consists of the messages of its stage, without anything that followed from them",
        arguments: [
            (ReplayPlan.Start.listen, ["speech.started", "audio.input", "speech.ended"]),
            (.transcribe, ["speech.transcript"]), (.intent, ["speech.intent"]),
        ])
    func spoken(start: ReplayPlan.Start, kinds: [String]) throws {
        let plan = ReplayPlan(start: start, only: nil)
        #expect(try Self.played(plan, Self.spoken).map(\.rawValue) == kinds)
        #expect(try plan.closing(of: Self.turn(Self.spoken).0)?.rawValue == kinds.last)
    }

    @Test("chunks of sound that the recording lacks are counted")
    func missingChunks() throws {
        var bodies = Self.spoken
        bodies[2] = SpeechEnded(durationMs: 1, reason: .silence, chunks: 4)
        let turn = try Self.turn(bodies).0
        #expect(turn.missingChunks == 3 && ReplayPlan(start: .listen, only: nil).playsSound(of: turn))
        #expect(try Self.turn(Self.spoken).0.missingChunks == 0)
        bodies[2] = SpeechEnded(durationMs: 1, reason: .silence, chunks: .min)
        #expect(try Self.turn(bodies).0.missingChunks == 0, "a listener may have published any number")
    }

    @Test("a typed turn's input is its transcript, wherever the replay begins")
    func typed() throws {
        let bodies = Array(Self.spoken.dropFirst(3))
        let plan = ReplayPlan(start: .listen, only: nil)
        #expect(try Self.played(plan, bodies) == [SpeechTranscript.kind])
        #expect(try plan.closing(of: Self.turn(bodies).0) == SpeechTranscript.kind)
        let (typed, spoken) = (try Self.turn(bodies).0, try Self.turn(Self.spoken).0)
        #expect(plan.roles(for: [typed]) == [.intent, .dispatch])
        #expect(plan.roles(for: [typed, spoken]) == [.transcribe, .intent, .dispatch])
    }

    @Test("a turn without its audio or its end of speech is not replayed from its audio")
    func skipReasons() throws {
        let plan = ReplayPlan(start: .listen, only: nil)
        #expect(try plan.skipReason(for: Self.turn(Self.spoken, withAudio: false).0) == .soundLeftOut)
        #expect(try Self.played(plan, Self.spoken, withAudio: false).isEmpty)
        #expect(try plan.skipReason(for: Self.turn(Array(Self.spoken.prefix(2))).0) == .incomplete)
        #expect(try plan.skipReason(for: Self.turn(Array(Self.spoken.dropFirst())).0) == .incomplete)
        let withdrawn: [any BusMessage] = [
            SpeechStarted(positionMs: 0), AudioInput(index: 0, isLast: true, samples: [0, 0]),
            SpeechEnded(durationMs: 1, reason: .withdrawn, chunks: 1),
        ]
        #expect(try plan.skipReason(for: Self.turn(withdrawn).0) == .withdrawn, "no stage would end it")
        let text = ReplayPlan(start: .transcribe, only: nil)
        #expect(try Self.played(text, Self.spoken, withAudio: false) == [SpeechTranscript.kind])
    }

    @Test("commands are replayed only on request, and then nothing else")
    func only() throws {
        let plan = ReplayPlan(start: .listen, only: [CommandInvoked.kind])
        #expect(try Self.played(plan, Self.spoken) == [CommandInvoked.kind])
        #expect(plan.roles(for: []).isEmpty)
        #expect(try plan.closing(of: Self.turn(Self.spoken).0) == nil)
        #expect(ReplayPlan(start: .listen, only: [SpeechIntent.kind]).roles(for: []) == [.dispatch])
    }

    @Test("kinds that are neither replayed nor reproduced by the stages are reported")
    func leftOut() {
        let counts: [Kind: Int] = [
            AudioInput.kind: 9, TurnEnded.kind: 1, ListenRequest.kind: 2, "weather.report": 3, StageStatus.kind: 7,
        ]
        let plan = ReplayPlan(start: .listen, only: nil)
        #expect(plan.leftOut(counts).map { "\($0.count) \($0.kind)" } == ["2 listen.request", "3 weather.report"])
        #expect(ReplayPlan(start: .listen, only: [ListenRequest.kind]).leftOut(counts).count == 1)
    }

    @Test(
        "replayed messages have new ids, also in causes and bodies; causes that were not replayed are omitted"
    )
    func identities() throws {
        var identities = ReplayIdentities()
        let (old, other) = (MessageID(), MessageID())
        let new = identities.message(old)
        #expect(new != old)
        #expect(identities.causes([old, other]) == [new])
        let body: JSONValue = ["sequence": .string("\(old)"), "of": [.string("\(other)"), .string("\(old)"), 3]]
        #expect(
            identities.body(body) == [
                "sequence": .string("\(new)"), "of": [.string("\(other)"), .string("\(new)"), 3],
            ])
        let turn = TurnID()
        #expect(identities.turn(turn) == identities.turn(turn) && identities.turn(turn) != turn)
    }
}
