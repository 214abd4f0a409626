import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

/// An example as a process, with the real intent and audio stages.
final class Example: Sendable {
    /// The example's process.
    let app: ProgramUnderTest
    private let test: TestBus
    private let client: Bus
    private let ends: Subscription<TurnEnded>
    private let programs: [ProgramUnderTest]
    /// A recorder of all messages on the bus.
    let recorder: Recorder
    private let heard: Heard
    private let listening: Task<Void, Never>

    /// - Parameters:
    ///   - arguments: Arguments in addition to the bus options.
    ///   - ears: Whether to start a transcribe stage, with the recognizer that every machine has.
    ///   - environment: Variables of the example's process, in addition to those of this one.
    init(
        _ name: String, _ arguments: [String] = [], ears: Bool = false, environment: [String: String] = [:]
    ) async throws {
        test = try TestBus()
        client = try test.connect(Role("client"))
        ends = client.subscribe(TurnEnded.self)
        let catalogs = client.subscribe(Catalog.self)
        let sounds = client.subscribe(to: [AudioSequence.self, CommandInvoked.self])
        recorder = Recorder(client.subscribeToAll())
        try await client.ready()
        let heard = Heard()
        self.heard = heard
        listening = Task { for await case .message(let message) in sounds { await heard.record(message) } }
        let bus = ["--bus", test.address.url]
        programs =
            [
                try ProgramUnderTest("saybus-intent", bus),
                try ProgramUnderTest("saybus-audio", bus + ["--sink", "null"]),
            ]
            // The vocabulary must contain each question's answers before the test speaks, however busy the machine
            // is. What is heard must not depend on the models that a machine has.
            + (ears
                ? [
                    try ProgramUnderTest(
                        "saybus-transcribe", bus + ["--engine", "pocketsphinx", "--vocabulary-patience", "60"])
                ] : [])
        for program in programs { try await program.ready() }
        // The state of the app is neither that of the user nor that of an earlier run.
        let state = ["SAYBUS_STATE": try #require(test.address.directory) + "/state"]
        app = try ProgramUnderTest(
            name, bus + arguments, environment: state.merging(environment) { _, given in given })
        try await app.ready()
        try #require(await catalogs.first { !$0.body.commands.isEmpty } != nil)
    }

    deinit { listening.cancel() }

    /// The tracks on which something was played.
    var tracks: Set<String> { get async { await heard.tracks } }
    /// Number of times that a command was carried out, by turn.
    var invocations: [TurnID: Int] { get async { await heard.invocations } }

    /// Starts another program on the same bus.
    func start(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ProgramUnderTest {
        try ProgramUnderTest(name, ["--bus", test.address.url] + arguments, environment: environment)
    }

    /// Starts a listening stage that gets no sound.
    func listen() async throws -> ListenerDouble { try await ListenerDouble(test) }

    /// Publishes a text and waits for the turn's end.
    func say(_ text: String) async throws -> TurnEnded { try await hear(SpeechTranscript(text: text, engine: "text")) }

    /// Answers a question with silence.
    func silence() async throws -> TurnEnded {
        try await hear(SpeechTranscript(text: "", engine: "text", empty: .silence))
    }

    private func hear(_ transcript: SpeechTranscript) async throws -> TurnEnded {
        let turn = TurnID()
        let bus = try test.connect(
            Role("typist"), instance: "t\(turn.description.suffix(8))", tracking: [SpeechTranscript.self])
        try await bus.ready()
        try bus.publish(transcript, turn: turn)
        let end = try #require(await ends.first { $0.header.turn == turn }).body
        await bus.close()
        return end
    }

    /// Speaks a text into the listening stage as a sound file, and waits for the turn's end.
    func speak(_ text: String) async throws -> TurnEnded {
        let wav = "\(try #require(test.address.directory))/\(UUID().uuidString).wav"
        let voice = try ProgramUnderTest("/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", wav, text])
        #expect(try await voice.exitCode() == 0)
        let ear = try start("saybus-listen", ["--wav", wav])
        let end = try #require(await ends.first(within: .seconds(40)) { _ in true }).body
        #expect(try await ear.exitCode() == 0)
        return end
    }

    func stop() async throws {
        app.send(SIGTERM)
        #expect(try await app.exitCode() == 0)
    }
}

/// A record of playback and commands.
private actor Heard {
    private(set) var tracks: Set<String> = []
    private(set) var invocations: [TurnID: Int] = [:]

    func record(_ message: RawMessage) {
        if message.header.kind == AudioSequence.kind, let sequence = try? message.decode(AudioSequence.self) {
            tracks.insert(sequence.body.track ?? "main")
        } else if message.header.kind == CommandInvoked.kind, let turn = message.header.turn {
            invocations[turn, default: 0] += 1
        }
    }
}
