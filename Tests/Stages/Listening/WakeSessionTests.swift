import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusPocketSphinx
import SaybusTesting
import Testing

@Suite("The listener's sessions and problems", .timeLimit(.minutes(2)))
struct WakeSessionTests {
    private static let hasSpeech = SynthesizedSpeech.isAvailable && (try? SphinxModel()) != nil

    private func transcriber(on test: TestBus) async throws -> Bus {
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        return transcriber
    }

    @Test(
        "each wake word opens turns of its own session, and a question's answer belongs to the session that asks",
        .enabled(if: hasSpeech, "needs espeak-ng and pocketsphinx's model"))
    func sessions() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        let turns = client.subscribe(SpeechStarted.self)
        let receipts = client.subscribe(Receipt.self)
        try await client.ready()
        let transcriber = try await transcriber(on: test)
        let listen = try ProgramUnderTest(
            "saybus-listen",
            [
                "--bus", test.address.url, "--stdin", "--no-tones", "--wake", "hey computer=kitchen", "--wake",
                "okay saybus",
            ], takesInput: true)
        try await listen.ready()
        func say(_ text: String) throws {
            let sound =
                SynthesizedSpeech.silence(1) + (try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150))
                + SynthesizedSpeech.silence(2)
            try listen.write(sound.withUnsafeBytes { Array($0) })
        }
        try say("hey computer turn on the kitchen light")
        try say("okay saybus turn on the bedroom light")
        let kitchen = try #require(Session(rawValue: "kitchen"))
        let begun = await turns.collect(2)
        let words: [String?] = begun.map(\.body.wakeWord)
        let sessions: [Session] = begun.map(\.header.session)
        #expect(words == ["hey computer", "okay saybus"])
        #expect(sessions == [kitchen, Session.default])
        let request = try client.publish(ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000), session: kitchen).id
        #expect(await receipts.first { $0.header.causes.contains(request) }?.header.session == kitchen)
        try say("the second one please")
        let answer = await turns.collect(1)
        #expect(answer.first?.header.session == kitchen)
        #expect(answer.first?.body.wakeWord == nil)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        withExtendedLifetime(transcriber) {}
    }

    @Test(
        "the wake word said once more begins the turn anew, and is no part of the command",
        .enabled(if: hasSpeech, "needs espeak-ng and pocketsphinx's model"))
    func onceMore() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let turns = client.subscribe(SpeechStarted.self)
        let ends = client.subscribe(TurnEnded.self)
        try await client.ready()
        let transcriber = try await transcriber(on: test)
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", test.address.url, "--stdin", "--no-tones", "--wake", "hey computer"],
            takesInput: true)
        try await listen.ready()
        var sound: [Int16] = []
        for text in ["hey computer", "hey computer turn on the kitchen light"] {
            sound += SynthesizedSpeech.silence(1)
            sound += try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
        }
        sound += SynthesizedSpeech.silence(2)
        try listen.write(sound.withUnsafeBytes { Array($0) })
        let begun = await turns.collect(2)
        let words: [String?] = begun.map(\.body.wakeWord)
        #expect(words == ["hey computer", "hey computer"])
        let end = await ends.collect(1).first
        #expect(end?.header.turn == begun.first?.header.turn && end?.body.outcome == .cancelled)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        withExtendedLifetime(transcriber) {}
    }

    @Test(
        "the wake word within a command is one of its words",
        .enabled(if: hasSpeech, "needs espeak-ng and pocketsphinx's model"))
    func withinCommand() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let turns = client.subscribe(SpeechStarted.self)
        let ends = client.subscribe(SpeechEnded.self)
        try await client.ready()
        let transcriber = try await transcriber(on: test)
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", test.address.url, "--stdin", "--no-tones", "--wake", "hey computer"],
            takesInput: true)
        try await listen.ready()
        var sound: [Int16] = []
        for text in ["hey computer", "please call hey computer now"] {
            sound += SynthesizedSpeech.silence(1)
            sound += try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
        }
        sound += SynthesizedSpeech.silence(2)
        try listen.write(sound.withUnsafeBytes { Array($0) })
        let begun = await turns.collect(1).first
        #expect(begun?.body.wakeWord == "hey computer")
        // The turn that a repeated word replaces is withdrawn.
        let end = await ends.collect(1).first
        #expect(end?.header.turn == begun?.header.turn && end?.body.reason == .silence)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        withExtendedLifetime(transcriber) {}
    }

    @Test(
        "a wake word's session beside --session of another one is refused as bad usage",
        .enabled(if: hasSpeech, "needs espeak-ng and pocketsphinx's model"))
    func otherSession() async throws {
        let test = try TestBus()
        let listen = try ProgramUnderTest(
            "saybus-listen",
            ["--bus", test.address.url, "--stdin", "--session", "hall", "--wake", "hey computer=kitchen"],
            takesInput: true)
        #expect(try await listen.exitCode() == 64)
    }

    @Test("nine seconds of digital silence are a problem in the status, with what to do, and sound ends it")
    func silence() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let transcriber = try await transcriber(on: test)
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", test.address.url, "--stdin", "--push-to-talk", "--no-tones"], takesInput: true)
        try await listen.ready()
        try listen.write([UInt8](repeating: 0, count: 9 * 32_000))
        let found = await statuses.first { $0.body.role == .listen && $0.body.problem != nil }
        #expect(found?.body.problem?.contains("is it muted?") == true)
        var noise: [Int16] = []
        for place in 0..<144_000 {
            let value: Int = (place * 7_919) % 201
            noise.append(Int16(value - 100))
        }
        try listen.write(noise.withUnsafeBytes { Array($0) })
        #expect(await statuses.first { $0.body.role == .listen && $0.body.problem == nil } != nil)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        withExtendedLifetime(transcriber) {}
    }
}
