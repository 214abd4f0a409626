import Foundation
import SaybusBenchmarks
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@Suite(
    "The saybus-listen program", .serialized, .timeLimit(.minutes(4)),
    .enabled(if: Utterance.hasSynthesizer && Utterance.hasModel, "espeak-ng and the model are installed"))
struct ListeningTests {
    /// A pipeline without a listener, with functions to start one.
    private final class Stages: Sendable {
        let pipeline: Pipeline
        let tap: Bus
        let programs: [ProgramUnderTest]

        init() throws {
            pipeline = try Pipeline()
            programs = try [Role.broker, .transcribe, .intent, .dispatch, .audio].map { [pipeline] in
                try pipeline.start($0)
            }
            tap = try pipeline.tap()
        }

        /// Waits until all stages are ready. Earlier subscriptions of the tap are active from then on.
        func ready() async throws {
            try await tap.ready(within: .seconds(30))
            for program in programs { try await program.ready() }
        }

        func listen(_ arguments: [String], takesInput: Bool = false, environment: [String: String] = [:]) throws
            -> ProgramUnderTest
        {
            try ProgramUnderTest(
                "saybus-listen", ["--bus", pipeline.address.url, "--wait", "60"] + arguments, environment: environment,
                takesInput: takesInput)
        }

        /// Writes speech with silence before, between and after its parts to a file, and returns its path.
        func wav(_ parts: [(String, seconds: Double)]) async throws -> String {
            var samples = SynthesizedSpeech.silence(1)
            for (text, pause) in parts {
                samples +=
                    try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
                    + SynthesizedSpeech.silence(pause)
            }
            let path = "\(pipeline.folder)/\(UUID().uuidString).wav"
            let sink = try SoundFileSink(path: path, rate: 16_000)
            try await sink.play(samples)
            await sink.close()
            return path
        }
    }

    @Test("with a wake word, only speech that directly follows the wake word opens a turn")
    func wakeWord() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(SpeechStarted.self)
        let ends = stages.tap.subscribe(TurnEnded.self)
        try await stages.ready()
        let wav = try await stages.wav([
            ("turn on the kitchen light", 1.5), ("hey computer turn on the bedroom light", 1.5),
            ("turn on the kitchen light", 2),
        ])
        let listen = try stages.listen([
            "--wake", "hey computer", "--no-tones", "--wav", wav,
        ])
        #expect(try await listen.exitCode(within: .seconds(90)) == 0)
        let ended = await ends.collect(1)
        #expect(ended.map(\.body.spoken) == ["The bedroom light is on."])
        #expect(await turns.collect(1).map(\.body.wakeWord) == ["hey computer"])
        #expect(await turns.first(within: .milliseconds(100)) == nil, "exactly one turn")
    }

    @Test("the wake word during a follow-up question starts a turn of its own, without the wake word in its text")
    func wakeWordToQuestion() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, SpeechTranscript.self, TurnEnded.self])
        let receipts = stages.tap.subscribe(Receipt.self)
        try await stages.ready()
        let client = try Bus(
            at: stages.pipeline.address, as: Source(role: Role("client"), instance: "test")!, logger: TestBus.quiet)
        try await client.ready()
        let listen = try stages.listen(["--stdin", "--wake", "hey computer", "--no-tones"], takesInput: true)
        try await listen.ready()
        /// Publishes a question, speaks `text`, and returns the events until a turn ends with an outcome
        /// other than cancelled.
        func answer(_ text: String) async throws -> [String] {
            let request = try client.publish(ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000)).id
            #expect(await receipts.first { $0.header.causes.contains(request) } != nil)
            let samples = try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
            let sound = SynthesizedSpeech.silence(1) + samples + SynthesizedSpeech.silence(2)
            try listen.write(sound.withUnsafeBytes { Array($0) })
            var events: [String] = []
            for await received in turns {
                guard case .message(let message) = received else { continue }
                switch message.header.kind {
                case SpeechStarted.kind: events.append(try message.decode(SpeechStarted.self).body.wakeWord ?? "speech")
                case SpeechTranscript.kind: events.append(try message.decode(SpeechTranscript.self).body.text)
                default:
                    let ended = try message.decode(TurnEnded.self).body
                    events.append(ended.outcome.rawValue)
                    if ended.outcome != .cancelled { return events }
                }
            }
            return events
        }
        #expect(
            try await answer("hey computer turn on the bedroom light")
                == ["speech", "cancelled", "hey computer", "turn on the bedroom light", "handled"])
        #expect(
            try await answer("turn on the kitchen light") == ["speech", "turn on the kitchen light", "handled"],
            "an answer needs no wake word")
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        await client.close()
    }

    @Test("a pause within a command does not end the turn, which contains the whole command")
    func slowSpeaker() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, SpeechTranscript.self, TurnEnded.self])
        try await stages.ready()
        // With the silence around each part the pause is a second; voice activity detection alone ends the
        // turn after 0.7 s.
        let wav = try await stages.wav([("turn on the", 0.3), ("kitchen light", 1.5)])
        let listen = try stages.listen(["--real-time", "--wav", wav])
        #expect(try await listen.exitCode(within: .seconds(60)) == 0)
        var kinds: [Kind] = []
        var transcript: String?
        for await received in turns {
            guard case .message(let message) = received else { continue }
            kinds.append(message.header.kind)
            if message.header.kind == SpeechTranscript.kind {
                transcript = try message.decode(SpeechTranscript.self).body.text
            }
            if message.header.kind == TurnEnded.kind { break }
        }
        #expect(kinds == [SpeechStarted.kind, SpeechTranscript.kind, TurnEnded.kind])
        #expect(transcript == "turn on the kitchen light")
    }

    @Test("audio of a foreign satellite with another rate, chunk number or session has no effect")
    func foreignChunks() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, TurnEnded.self])
        let receipts = stages.tap.subscribe(Receipt.self)
        try await stages.ready()
        let listen = try stages.listen(["--stdin", "--full-duplex", "--no-tones"], takesInput: true)
        try await listen.ready()
        let stranger = try Bus(
            at: stages.pipeline.address, as: Source(role: .audio, instance: "stranger")!, logger: TestBus.quiet)
        try await stranger.ready()
        let elsewhere = try #require(Session(rawValue: "elsewhere"))
        let noise = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 * 37) }
        for (index, rate) in [(0, 8_000), (7, 48_000), (7, 44_100), (2, 16_000), (900_000, 22_050)] {
            let format = PCMFormat(rate: rate, channels: 2)
            try stranger.publish(
                AudioOutput(index: index, isLast: false, format: format, samples: noise, use: .reference))
            try stranger.publish(
                AudioOutput(index: index, isLast: true, format: format, samples: noise, use: .reference),
                session: elsewhere)
            try stranger.publish(
                AudioInput(index: index, isLast: index == 2, samples: noise), session: elsewhere, turn: TurnID())
        }
        try stranger.publish(ListenRequest(mode: .off), session: elsewhere)
        // The receipt shows that all earlier messages have arrived. If the stranger's `off` had taken effect, no
        // turn would open.
        let request = try stranger.publish(ListenRequest(mode: .followUp)).id
        #expect(await receipts.first { $0.header.causes.contains(request) } != nil)
        let samples = try SynthesizedSpeech.samples("turn on the kitchen light", voice: "en-us+f3", speed: 150)
        let sound = SynthesizedSpeech.silence(1) + samples + SynthesizedSpeech.silence(2)
        try listen.write(sound.withUnsafeBytes { Array($0) })
        let ended = await turns.first(within: .seconds(30)) { received in
            guard case .message(let message) = received else { return false }
            return message.header.kind == TurnEnded.kind && message.header.session == .default
        }
        guard case .message(let message)? = ended else {
            Issue.record("no turn ended")
            return
        }
        #expect(message.header.session == .default)
        #expect(try message.decode(TurnEnded.self).body.spoken == "The kitchen light is on.")
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        await stranger.close()
    }

    @Test(
        "with push-to-talk, a follow-up request or a held button opens a turn, and off stops listening"
    )
    func requests() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, SpeechEnded.self])
        // By itself: a turn may open before the receipt of the request that opens it.
        let receipts = stages.tap.subscribe(Receipt.self)
        try await stages.ready()
        let client = try Bus(
            at: stages.pipeline.address, as: Source(role: Role("client"), instance: "test")!, logger: TestBus.quiet)
        try await client.ready()
        let listen = try stages.listen(["--stdin", "--push-to-talk", "--no-tones"], takesInput: true)
        try await listen.ready()
        func speak(_ text: String, quiet: Double = 1.2) throws {
            let samples = try SynthesizedSpeech.samples(text) + SynthesizedSpeech.silence(quiet)
            try listen.write(samples.withUnsafeBytes { Array($0) })
        }
        @discardableResult
        func ask(_ request: ListenRequest) async throws -> MessageID {
            let asked = try client.publish(request).id
            #expect(await receipts.first { $0.header.causes.contains(asked) } != nil)
            return asked
        }
        func ask(_ mode: ListenRequest.Mode) async throws { try await ask(ListenRequest(mode: mode)) }
        func next() async -> Kind? {
            guard case .message(let message)? = await turns.first(where: { _ in true }) else { return nil }
            return message.header.kind
        }
        try speak("turn on the kitchen light")
        try await ask(.followUp)
        try speak("turn on the kitchen light")
        #expect(await next() == SpeechStarted.kind)
        #expect(await next() == SpeechEnded.kind)
        let question = try await ask(ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000))
        try await ask(.withdrawal(of: question))
        try speak("nobody asked for this")
        try await ask(.hold)
        try speak("turn on", quiet: 3)
        #expect(await next() == SpeechStarted.kind)
        try await ask(.release)
        try speak("the light")
        #expect(await next() == SpeechEnded.kind)
        try await ask(.off)
        try await ask(.followUp)
        try speak("turn on the bedroom light")
        try await ask(.continuous)
        try speak("turn on the bedroom light")
        #expect(await next() == SpeechStarted.kind)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        await client.close()
    }

    @Test("two listeners on one bus with sessions of their own do not affect each other")
    func satellites() async throws {
        let stages = try Stages()
        let ends = stages.tap.subscribe(TurnEnded.self)
        try await stages.ready()
        let sentences = ["kitchen": "turn on the kitchen light", "bedroom": "turn on the bedroom light"]
        var listeners: [ProgramUnderTest] = []
        for (session, sentence) in sentences {
            let wav = try await stages.wav([(sentence, 1.5), (sentence, 1.5)])
            listeners.append(
                try stages.listen(["--session", session, "--instance", session, "--real-time", "--wav", wav]))
        }
        let ended = await ends.collect(4, within: .seconds(60))
        for (session, _) in sentences {
            let spoken = ended.filter { $0.header.session.rawValue == session }.map(\.body.spoken)
            #expect(spoken == Array(repeating: "The \(session) light is on.", count: 2))
        }
        for listener in listeners { #expect(try await listener.exitCode() == 0) }
    }

    @Test("minutes of speech and silence at full speed yield a turn for each sentence without memory growth")
    func long() async throws {
        let figures = try await ListenBenchmark(minutes: 6).run()
        for figure in figures where !figure.name.hasPrefix("faster") {
            if Sanitizer.keepsFreedMemory, figure.unit == "MiB" { continue }
            #expect(figure.isMet, "\(figure.line)")
        }
    }
}
