import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusPocketSphinx
import SaybusSound
import SaybusTesting
import SaybusTranscription
import Synchronization
import Testing

@Suite(
    "One utterance through six processes",
    .enabled(if: Utterance.hasSynthesizer && Utterance.hasModel, "espeak-ng and pocketsphinx-en-us are installed"),
    .serialized
)
struct PipelineTests {
    @Test("a spoken command is transcribed, understood, carried out and answered, with the messages of every stage")
    func utterance() async throws {
        let pipeline = try Pipeline()
        let broker = try pipeline.start(.broker)
        try await broker.ready()
        let tap = try pipeline.tap()
        let everything = tap.subscribeToAll()
        try await tap.ready()
        let wav = try await Utterance.wav("set a timer for ten minutes", in: pipeline.folder)
        let stages = try [Role.transcribe, .intent, .dispatch, .audio, .listen].map {
            try pipeline.start($0, wav: [wav])
        }
        let messages = Mutex<[RawMessage]>([])
        let end = await everything.first(within: .seconds(40)) { received in
            guard case .message(let message) = received else { return false }
            if message.header.turn != nil { messages.withLock { $0.append(message) } }
            return message.header.kind == TurnEnded.kind
        }
        try #require(end != nil)
        let turn = messages.withLock { $0 }
        func bodies<Body: BusMessage>(_: Body.Type) throws -> [Body] {
            try turn.filter { $0.header.kind == Body.kind }.map { try $0.decode(Body.self).body }
        }
        #expect(Set(turn.map(\.header.turn)).count == 1)
        #expect(try bodies(SpeechStarted.self).count == 1)
        let ended = try #require(try bodies(SpeechEnded.self).first)
        let chunks = try bodies(AudioInput.self)
        #expect(chunks.map(\.index) == Array(0..<ended.chunks))
        #expect(chunks.filter(\.isLast).map(\.index) == [ended.chunks - 1])
        let transcript = try #require(try bodies(SpeechTranscript.self).first)
        #expect(transcript.text == "set a timer for ten minutes")
        #expect(transcript.catalogRevision?.hasPrefix("kitchen@") == true)
        let intent = try #require(try bodies(SpeechIntent.self).first)
        #expect(intent.hypotheses.first?.parameters["minutes"]?.value == .number(10))
        #expect(try bodies(CommandInvoked.self).map(\.type) == ["SetTimer"])
        let sequence = try #require(turn.first { $0.header.kind == AudioSequence.kind })
        let playback = try bodies(AudioPlayback.self)
        #expect(playback.allSatisfy { $0.sequence == sequence.header.id })
        #expect(playback.map(\.state) == [.queued, .started, .finished])
        let last = try #require(try bodies(TurnEnded.self).first)
        #expect(last.outcome == .handled)
        #expect(last.spoken == "The timer is set for 10 minutes.")
        #expect(Set(last.timings.keys) == ["transcribe", "intent", "dispatch", "audio"])
        // Each message names its cause.
        let ids = Dictionary(turn.map { ($0.header.kind, $0.header.id) }, uniquingKeysWith: { _, last in last })
        for (answer, question) in [
            (SpeechTranscript.kind, SpeechEnded.kind), (SpeechIntent.kind, SpeechTranscript.kind),
            (CommandInvoked.kind, SpeechIntent.kind), (TurnEnded.kind, SpeechIntent.kind),
        ] {
            let header = try #require(turn.first { $0.header.kind == answer }).header
            #expect(header.causes == [try #require(ids[question])], "\(answer) answers \(question)")
        }
        #expect(tap.counters.lost == 0 && tap.counters.malformed == 0)

        for stage in stages where stage.name != "saybus-listen" {
            stage.send(SIGTERM)
            #expect(try await stage.exitCode() == 0, "\(stage.name)")
        }
        #expect(try await stages[4].exitCode() == 0)
        let answer = try await recognize(pipeline.answer)
        #expect(answer == "the timer is set for ten minutes")
        broker.send(SIGTERM)
        #expect(try await broker.exitCode() == 0)
    }

    @Test("the stages can be started in any order, and the turn of every run ends")
    func shuffled() async throws {
        let pipeline = try Pipeline()
        let wav = try await Utterance.wav("turn on the bedroom light", in: pipeline.folder)
        for run in 0..<12 {
            let order = Pipeline.roles.shuffled()
            let tap = try pipeline.tap()
            let ends = tap.subscribe(TurnEnded.self)
            let programs = try order.map { try pipeline.start($0, wav: [wav]) }
            try await tap.ready(within: .seconds(30))
            let end = await ends.first(within: .seconds(40))
            #expect(end?.body.outcome == .handled, "run \(run), started in the order \(order)")
            #expect(end?.body.command == "Light")
            for program in programs where program.name != "saybus-broker" { program.send(SIGTERM) }
            for program in programs where program.name != "saybus-broker" {
                #expect(try await program.exitCode() == 0, "\(program.name)")
            }
            for program in programs where program.name == "saybus-broker" {
                program.send(SIGTERM)
                #expect(try await program.exitCode() == 0)
            }
            await tap.close()
        }
    }

    @Test("a transcriber killed during a turn is replaced, and the turn loses nothing")
    func killedTranscriber() async throws {
        let pipeline = try Pipeline()
        let broker = try pipeline.start(.broker)
        try await broker.ready()
        let tap = try pipeline.tap()
        let everything = tap.subscribeToAll()
        let ends = tap.subscribe(TurnEnded.self)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let wav = try await Utterance.wav("turn on the kitchen light", in: pipeline.folder)
        let others = try [Role.intent, .dispatch, .audio].map { try pipeline.start($0) }
        let first = try pipeline.start(.transcribe)
        // The listener reads no file before a transcriber's status says that it is ready.
        _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.state == .ready })
        // Stopped, so that it cannot have answered before it is killed.
        first.send(SIGSTOP)
        let listen = try pipeline.start(.listen, wav: [wav])
        let heard = await everything.first { received in
            if case .message(let message) = received { message.header.kind == SpeechEnded.kind } else { false }
        }
        try #require(heard != nil)
        first.send(SIGKILL)
        #expect(try await first.exitCode() == 128 + SIGKILL)
        let second = try pipeline.start(.transcribe)
        let end = await ends.first(within: .seconds(30))
        #expect(end?.body.outcome == .handled)
        #expect(end?.body.spoken == "The kitchen light is on.")
        #expect(try await listen.exitCode() == 0)
        withExtendedLifetime((others, second)) {}
    }

    @Test("a transcriber in Python replaces saybus-transcribe", .enabled(if: Python.hasZeroMQ, "python3 has pyzmq"))
    func python() async throws {
        let pipeline = try Pipeline()
        let broker = try pipeline.start(.broker)
        try await broker.ready()
        let tap = try pipeline.tap()
        let ends = tap.subscribe(TurnEnded.self)
        let transcripts = tap.subscribe(SpeechTranscript.self)
        try await tap.ready()
        let wav = try await Utterance.wav("whatever is said", in: pipeline.folder)
        let others = try [Role.intent, .dispatch, .audio].map { try pipeline.start($0) }
        let script = try ProgramUnderTest(
            Python.program, [Python.folder + "/transcriber.py", "turn on the kitchen light"],
            environment: ["SAYBUS_BUS": pipeline.address.url])
        let listen = try pipeline.start(.listen, wav: [wav])
        let end = await ends.first(within: .seconds(30))
        #expect(end?.body.outcome == .handled)
        #expect(await transcripts.first()?.body.engine == "python")
        #expect(try await listen.exitCode() == 0)
        script.send(SIGTERM)
        #expect(try await script.exitCode() == 0)
        withExtendedLifetime(others) {}
    }

    /// Recognizes a recording with PocketSphinx and a vocabulary of a few sentences.
    private func recognize(_ path: String) async throws -> String {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        try await recognizer.configure(
            Vocabulary(phrases: [
                "the timer is set for @minutes:Number minutes", "the kitchen light is on", "the bedroom light is on",
                "sorry that did not work", "i did not understand that",
            ]))
        let reader = try SoundFileReader(path: path, rate: 16_000)
        try await recognizer.begin()
        // Skip the tone before the words, which impairs recognition, and add the silence that a turn has
        // around speech.
        _ = try reader.read(16_000 * 14 / 100)
        _ = try await recognizer.accept(SynthesizedSpeech.silence(0.4))
        while case let samples = try reader.read(1600), !samples.isEmpty { _ = try await recognizer.accept(samples) }
        _ = try await recognizer.accept(SynthesizedSpeech.silence(0.5))
        return try await recognizer.finish().text
    }
}

/// The Python interpreter of the tests.
enum Python {
    static let folder = PackageFolder.containing().appendingPathComponent("deploy/python").path

    static let program = PythonInterpreter.path
    static let hasZeroMQ = PythonInterpreter.hasZeroMQ
}
