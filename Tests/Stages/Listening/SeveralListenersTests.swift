import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Several listeners, one answers", .timeLimit(.minutes(1)), .serialized)
struct SeveralListenersTests {
    /// The events of the bedroom, where the sentence is heard less clearly.
    enum Scene: String, CaseIterable, CustomTestStringConvertible {
        case nothing, question, playback

        var testDescription: String { rawValue }
    }

    private static let kitchen = Session(rawValue: "kitchen")!
    private static let bedroom = Session(rawValue: "bedroom")!

    @Test(
        "of two listeners that hear a sentence one goes on: the clearer one, or that of the room that asked or speaks",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"), arguments: Scene.allCases)
    func oneSentence(scene: Scene) async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        let messages = client.subscribe(to: [SpeechStarted.self, SpeechEnded.self, TurnEnded.self])
        let receipts = client.subscribe(Receipt.self)
        try await client.ready()
        // A listener that is no microphone waits for a recognizer.
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        defer { withExtendedLifetime(transcriber) {} }
        let kitchen = try await listener(Self.kitchen, on: test)
        let bedroom = try await listener(Self.bedroom, on: test)
        if scene == .playback {
            try client.publish(AudioPlayback(sequence: MessageID(), state: .started), session: Self.bedroom)
        }
        if scene != .nothing {
            // The receipt says that all earlier messages have been handled. A withdrawal asks for nothing.
            let request =
                scene == .question
                ? ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000) : .withdrawal(of: MessageID())
            let id = try client.publish(request, session: Self.bedroom).id
            _ = try #require(await receipts.first { $0.header.causes.contains(id) })
        }
        let (near, far) = try Self.sentence()
        let half = 40_000
        try kitchen.write(near[..<half].withUnsafeBytes { Array($0) })
        try bedroom.write(far[..<half].withUnsafeBytes { Array($0) })
        var started: [Message<SpeechStarted>] = []
        var ended: Message<TurnEnded>?
        for await case .message(let message) in messages {
            switch message.header.kind {
            case SpeechStarted.kind: started.append(try message.decode(SpeechStarted.self))
            case TurnEnded.kind: ended = try message.decode(TurnEnded.self)
            default: break
            }
            if started.count == 2, ended != nil { break }
        }
        let loser = scene == .nothing ? Self.bedroom : Self.kitchen
        #expect(ended?.header.session == loser && ended?.body.outcome == .elsewhere)
        #expect(ended?.header.turn == started.first { $0.header.session == loser }?.header.turn)
        let times = started.compactMap(\.stamp?.at)
        let delay = try #require(ended?.stamp?.at) - (times.max() ?? 0)
        #expect(delay <= 300_000, "elsewhere \(delay) µs after the second speech.started")
        // The rest of the sentence opens no other turn, and the winner's turn comes to its end.
        for (program, sound) in [(kitchen, near), (bedroom, far)] {
            let rest = sound[half...] + SynthesizedSpeech.silence(2)
            try program.write(rest.withUnsafeBytes { Array($0) })
        }
        var further = 0
        for await case .message(let message) in messages {
            if message.header.kind == SpeechStarted.kind { further += 1 }
            guard message.header.kind == SpeechEnded.kind else { continue }
            if try message.decode(SpeechEnded.self).body.reason == .silence {
                #expect(message.header.session != loser)
                break
            }
        }
        #expect(further == 0)
        for program in [kitchen, bedroom] {
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0)
        }
    }

    @Test(
        "a button opens a turn at a listener whose sentence goes on elsewhere",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"))
    func button() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        let messages = client.subscribe(to: [SpeechStarted.self, TurnEnded.self])
        try await client.ready()
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        defer { withExtendedLifetime(transcriber) {} }
        let kitchen = try await listener(Self.kitchen, on: test)
        let bedroom = try await listener(Self.bedroom, on: test)
        let (near, far) = try Self.sentence()
        try kitchen.write(near[..<40_000].withUnsafeBytes { Array($0) })
        try bedroom.write(far[..<40_000].withUnsafeBytes { Array($0) })
        var elsewhere: TurnID?
        var held: TurnID?
        for await case .message(let message) in messages {
            if message.header.kind == TurnEnded.kind, message.header.session == Self.bedroom {
                elsewhere = message.header.turn
                try client.publish(ListenRequest(mode: .hold), session: Self.bedroom)
            } else if elsewhere != nil, message.header.kind == SpeechStarted.kind {
                held = message.header.session == Self.bedroom ? message.header.turn : nil
                break
            }
        }
        #expect(held != nil && held != elsewhere)
        for program in [kitchen, bedroom] {
            program.send(SIGKILL)
            try await program.exitCode()
        }
    }

    /// Returns a sentence as it is heard near the speaker, and in another room.
    private static func sentence() throws -> (near: [Int16], far: [Int16]) {
        let near =
            SynthesizedSpeech.silence(1) + (try SynthesizedSpeech.samples("please turn on the light over the table"))
        return (near, near.enumerated().map { $0.element / 8 + Int16($0.offset * 7_919 % 81) - 40 })
    }

    private func listener(_ session: Session, on test: TestBus) async throws -> ProgramUnderTest {
        let program = try ProgramUnderTest(
            "saybus-listen",
            [
                "--bus", test.address.url, "--stdin", "--no-tones", "--session", session.rawValue, "--group", "house",
                "--full-duplex", "--no-echo-cancellation",
            ], takesInput: true)
        try await program.ready()
        return program
    }
}
