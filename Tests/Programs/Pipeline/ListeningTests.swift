import Foundation
import SaybusBenchmarks
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@Suite(
    "Listening, as programs", .serialized, .timeLimit(.minutes(4)),
    .enabled(if: Utterance.canSpeak && Utterance.canHear, "espeak-ng and the model are installed"))
struct ListeningTests {
    /// A pipeline of all but the listener, and what it hears in a session.
    private final class Stages: Sendable {
        let pipeline: Pipeline
        let tap: Bus
        let programs: [ProgramUnderTest]

        init() throws {
            pipeline = try Pipeline()
            programs = try ["broker", "transcribe", "intent", "dispatch", "audio"].map { [pipeline] in
                try pipeline.start($0)
            }
            tap = try pipeline.tap()
        }

        /// Waits until all are at work; what the tap subscribes to before is heard from then on.
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

        /// Speech with a second of quiet around it, as a file.
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

    @Test("With a wake word, only what follows it in the same breath is a turn")
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
        #expect(await turns.first(within: .milliseconds(100)) == nil, "one turn and no more")
    }

    @Test("The wake word said to a question begins a turn of its own, in which it is not")
    func wakeWordToQuestion() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, SpeechTranscript.self, TurnEnded.self])
        let receipts = stages.tap.subscribe(Receipt.self)
        try await stages.ready()
        let client = try Bus(
            at: stages.pipeline.address, as: Source(role: "client", instance: "test")!, logger: TestBus.quiet)
        try await client.ready()
        let listen = try stages.listen(["--stdin", "--wake", "hey computer", "--no-tones"], takesInput: true)
        try await listen.ready()
        /// What is heard from a question on, until a turn has an outcome other than cancelled.
        func answer(_ text: String) async throws -> [String] {
            let request = try client.publish(ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000)).id
            #expect(await receipts.first { $0.header.causes.contains(request) } != nil)
            let samples = try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
            let sound = SynthesizedSpeech.silence(1) + samples + SynthesizedSpeech.silence(2)
            try listen.write(sound.withUnsafeBytes { Array($0) })
            var told: [String] = []
            for await received in turns {
                guard case .message(let message) = received else { continue }
                switch message.header.kind {
                case SpeechStarted.kind: told.append(try message.decode(SpeechStarted.self).body.wakeWord ?? "speech")
                case SpeechTranscript.kind: told.append(try message.decode(SpeechTranscript.self).body.text)
                default:
                    let ended = try message.decode(TurnEnded.self).body
                    told.append(ended.outcome.rawValue)
                    if ended.outcome != .cancelled { return told }
                }
            }
            return told
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

    @Test("Who pauses in the middle of a command is waited for: one turn, with the whole command")
    func slowSpeaker() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, SpeechTranscript.self, TurnEnded.self])
        try await stages.ready()
        // With the quiet around each part, a second; a detector alone ends the turn after 0.7 s.
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

    @Test("What a foreign satellite sends, of another rate, another count or another conversation, changes nothing")
    func foreignChunks() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, TurnEnded.self])
        let receipts = stages.tap.subscribe(Receipt.self)
        try await stages.ready()
        let listen = try stages.listen(["--stdin", "--full-duplex", "--no-tones"], takesInput: true)
        try await listen.ready()
        let stranger = try Bus(
            at: stages.pipeline.address, as: Source(role: "audio", instance: "stranger")!, logger: TestBus.quiet)
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
        // By its receipt it is seen that all before has come there. It does not wake an ear that was switched off.
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
        "A question opens the ear without the wake word, a held button without a pause, and an ear switched off hears nothing"
    )
    func requests() async throws {
        let stages = try Stages()
        let turns = stages.tap.subscribe(to: [SpeechStarted.self, SpeechEnded.self, Receipt.self])
        try await stages.ready()
        let client = try Bus(
            at: stages.pipeline.address, as: Source(role: "client", instance: "test")!, logger: TestBus.quiet)
        try await client.ready()
        let listen = try stages.listen(["--stdin", "--push-to-talk", "--no-tones"], takesInput: true)
        try await listen.ready()
        func say(_ text: String, quiet: Double = 1.2) throws {
            let samples = try SynthesizedSpeech.samples(text) + SynthesizedSpeech.silence(quiet)
            try listen.write(samples.withUnsafeBytes { Array($0) })
        }
        @discardableResult
        func ask(_ request: ListenRequest) async throws -> MessageID {
            let asked = try client.publish(request)
            _ = await turns.first { received in
                if case .message(let message) = received { message.header.causes.contains(asked.id) } else { false }
            }
            return asked.id
        }
        func ask(_ mode: ListenRequest.Mode) async throws { try await ask(ListenRequest(mode: mode)) }
        func next() async -> Kind? {
            let received = await turns.first { received in
                if case .message(let message) = received { message.header.kind != Receipt.kind } else { false }
            }
            if case .message(let message)? = received { return message.header.kind }
            return nil
        }
        try say("turn on the kitchen light")
        try await ask(.followUp)
        try say("turn on the kitchen light")
        #expect(await next() == SpeechStarted.kind)
        #expect(await next() == SpeechEnded.kind)
        let question = try await ask(ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000))
        try await ask(.withdrawal(of: question))
        try say("nobody asked for this")
        try await ask(.hold)
        try say("turn on", quiet: 3)
        #expect(await next() == SpeechStarted.kind)
        try await ask(.release)
        try say("the light")
        #expect(await next() == SpeechEnded.kind)
        try await ask(.off)
        try await ask(.followUp)
        try say("turn on the bedroom light")
        try await ask(.continuous)
        try say("turn on the bedroom light")
        #expect(await next() == SpeechStarted.kind)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        await client.close()
    }

    @Test("Two listeners on one bus, each with a conversation of its own, do not disturb each other")
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

    @Test("Minutes of speech and silence in fast time: a turn for each sentence, and memory that does not grow")
    func long() async throws {
        let figures = try await ListenBenchmark(minutes: 6).run()
        for figure in figures where !figure.name.hasPrefix("faster") { #expect(figure.isMet, "\(figure.line)") }
    }
}
