import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "kill -9 during speech",
    .enabled(
        if: SpokenCommand.isPossible, "espeak-ng and pocketsphinx-en-us are installed"), .serialized)
struct SpokenFaultTests {
    private func rig() async throws -> Rig {
        let rig = try await Rig.typed()
        try await rig.start(.transcribe)
        return rig
    }

    /// Starts a listener that hears the first half of a sentence.
    private func halfSpoken(
        _ sound: SpokenCommand, to rig: Rig, _ chunks: Subscription<AudioInput>
    ) async throws -> (listen: ProgramUnderTest, turn: TurnID) {
        let listen = try rig.launch(.listen, ["--stdin"], takesInput: true)
        try await listen.ready()
        try listen.write(sound.firstHalf)
        return (listen, try #require(await chunks.first { $0.body.index == 2 }?.header.turn))
    }

    @Test("a transcriber killed during speech: its successor publishes the full transcript without missing chunks")
    func transcriber() async throws {
        let rig = try await rig()
        let ends = rig.client.subscribe(TurnEnded.self)
        let chunks = rig.client.subscribe(AudioInput.self)
        let transcripts = rig.client.subscribe(SpeechTranscript.self)
        try await rig.client.ready()
        let sound = try await SpokenCommand("set a timer for ten minutes", in: rig.folder)
        let listen = try rig.launch(.listen, ["--stdin"], takesInput: true)
        try await listen.ready()
        try listen.write(sound.firstHalf)
        #expect(await chunks.first { $0.body.index == 2 } != nil)
        try await rig.kill(.transcribe)
        try await rig.start(.transcribe)
        try listen.write(sound.rest)
        let transcript = await transcripts.first()
        #expect(transcript?.body.text == "set a timer for ten minutes")
        #expect(transcript?.body.missingChunks ?? 0 == 0)
        let turn = try #require(transcript?.header.turn)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled)
        #expect(rig.marks == ["10"])
        listen.closeInput()
        #expect(try await listen.exitCode() == 0)
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("a turn whose listener and transcriber are killed in the middle ends, in words, by the next listener")
    func both() async throws {
        let rig = try await rig()
        let ends = rig.client.subscribe(TurnEnded.self)
        let chunks = rig.client.subscribe(AudioInput.self)
        let playbacks = rig.client.subscribe(AudioPlayback.self)
        let receipts = rig.client.subscribe(Receipt.self)
        try await rig.client.ready()
        let sound = try await SpokenCommand("set a timer for ten minutes", in: rig.folder)
        let (listen, turn) = try await halfSpoken(sound, to: rig, chunks)
        defer { withExtendedLifetime(listen) {} }
        try await rig.kill(.transcribe)
        try await rig.kill(.listen)
        try await rig.start(.transcribe)
        let next = try rig.launch(.listen, ["--stdin"], takesInput: true)
        try await next.ready()
        let end = await ends.first(within: .seconds(20)) { $0.header.turn == turn }
        #expect(end?.body.outcome == .expired && end?.body.reason?.contains("was replaced") == true, "\(end as Any)")
        #expect(rig.marks == [])
        // A listener hears nothing while the assistant speaks, so the apology must be over, also for the listener. The
        // receipt of a request shows that: the bus has one order.
        #expect(await playbacks.first { $0.body.state == .finished && $0.body.item == nil } != nil)
        let request = try rig.client.publish(ListenRequest(mode: .continuous))
        #expect(await receipts.first { $0.header.causes.contains(request.id) } != nil)
        // The next listener hears as well as any.
        try next.write(sound.all)
        let heard = await ends.first(within: .seconds(20)) { $0.header.turn != turn }
        #expect(heard?.body.outcome == .handled, "\(heard as Any) \(next.report)")
        #expect(rig.marks == ["10"])
        next.closeInput()
        #expect(try await next.exitCode() == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: rig.address.turnFolder)
        #expect(!left.contains { $0.hasPrefix("listen-") }, "\(left)")
    }

    @Test("a transcriber killed before its transcript was received: its successor publishes the transcript again")
    func transcript() async throws {
        let rig = try await rig()
        let ends = rig.client.subscribe(TurnEnded.self)
        let transcripts = rig.client.subscribe(SpeechTranscript.self)
        try await rig.client.ready()
        let sound = try await SpokenCommand("set a timer for ten minutes", in: rig.folder)
        rig.send(.intent, SIGSTOP)
        let listen = try rig.launch(.listen, ["--stdin"], takesInput: true)
        try await listen.ready()
        try listen.write(sound.all)
        let turn = try #require(await transcripts.first()?.header.turn)
        try await rig.kill(.transcribe)
        try await rig.kill(.intent)
        // Both at once: the turn has a deadline.
        async let intent = rig.start(.intent)
        async let transcribe = rig.start(.transcribe)
        _ = try await (intent, transcribe)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled)
        #expect(rig.marks == ["10"])
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("a listener killed during speech: the turn fails with an apology that does not blame the user's speech")
    func listener() async throws {
        let rig = try await rig()
        let ends = rig.client.subscribe(TurnEnded.self)
        let chunks = rig.client.subscribe(AudioInput.self)
        try await rig.client.ready()
        let sound = try await SpokenCommand("set a timer for ten minutes", in: rig.folder)
        let (listen, turn) = try await halfSpoken(sound, to: rig, chunks)
        defer { withExtendedLifetime(listen) {} }
        try await rig.kill(.listen)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed)
        #expect(end?.body.reason?.contains("broke off in mid-speech") == true)
        #expect(end?.body.spoken == "Sorry, that did not work.")
        #expect(rig.marks.isEmpty)
        try await rig.expectNextTurnHandled(ends, after: turn)
    }
}
