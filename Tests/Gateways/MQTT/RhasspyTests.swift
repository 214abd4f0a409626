import Foundation
import SaybusBus
import SaybusMessages
import SaybusPeerPrograms
import SaybusTesting
import Testing

@Suite(
    "rhasspy-hermes as the judge of the Hermes protocol",
    .enabled(if: MosquittoUnderTest.isInstalled, "mosquitto is installed"),
    .enabled(if: PeerProgram.areWanted, "\(PeerProgram.reason)"), .timeLimit(.minutes(5)))
struct RhasspyTests {
    @Test("an app on Rhasspy's own classes reads every message of a turn, and its answer is spoken")
    func turn() async throws {
        let folder = try TemporaryFolder()
        let sentences = try folder.write("sentences.ini", "[GetTime]\nwhat time is it in (paris | rome){city}\n")
        let port = try FreePort.number()
        let broker = try await MosquittoUnderTest("allow_anonymous true\nlistener \(port) 127.0.0.1", in: folder)
        let test = try TestBus()
        let bridge = try ProgramUnderTest(
            "saybus-mqtt",
            ["--bus", test.address.url, "--broker", broker.address, "--hermes", "--hermes-intents", sentences])
        let peer = try await MQTTPeer(broker.address, to: ["saybus/status"])
        try await bridge.ready()
        try await peer.message("saybus/status") { $0 == "online" }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "hermes_app.py")
        let app = try await PeerProgram("rhasspy-hermes").start(["-B", script.path(percentEncoded: false), "\(port)"])
        try await app.line { $0 == "ready" }
        let audio = try await AudioDouble(test)
        let bus = try test.connect(.dispatch, tracking: [CommandInvoked.self])
        let recorder = Recorder(bus.subscribe(to: [CommandResponse.self]))
        try await bus.ready()
        let turn = TurnID()
        try bus.publish(SpeechStarted(positionMs: 0, wakeWord: "hey computer"), turn: turn)
        try bus.publish(SpeechEnded(durationMs: 900, reason: .silence, chunks: 9), turn: turn)
        let text = "what time is it in rome"
        try bus.publish(
            SpeechTranscript(
                text: text, confidence: 0.9, words: [.init(word: "what", startMs: 0, endMs: 200)], engine: "e"),
            turn: turn)
        let city = Parameter(value: .text("rome"), words: "rome", type: "City", span: .init(start: 19, end: 23))
        try bus.publish(
            SpeechIntent(
                text: text,
                hypotheses: [.init(app: "hermes", type: "GetTime", confidence: 1, parameters: ["city": city])],
                engine: "e"),
            turn: turn)
        try bus.publish(
            CommandInvoked(app: "hermes", type: "GetTime", parameters: ["city": city], confidence: 1, text: text),
            turn: turn, isTracked: true)
        let response = try #require(await recorder.first(CommandResponse.self), "\(app.report)")
        #expect(response.body.feedback == "It is noon.")
        try bus.publish(TurnEnded(outcome: .handled), turn: turn)
        try await app.line { $0.hasPrefix("read TtsSayFinished") && $0.contains("say-1") }
        try await app.line { $0.hasPrefix("read DialogueSessionEnded") && $0.contains("nominal") }
        for name in [
            "HotwordDetected", "DialogueSessionStarted", "AsrStartListening", "AsrStopListening", "AsrTextCaptured",
            "NluIntentParsed", "NluIntent",
        ] {
            #expect(app.lines().contains { $0.hasPrefix("read \(name) ") }, "\(name): \(app.report)")
        }
        #expect(!app.lines().contains { $0.hasPrefix("unreadable") }, "\(app.report)")
        for program in [app, bridge] { program.send(SIGTERM) }
        #expect(try await bridge.exitCode() == 0, "\(bridge.report)")
        withExtendedLifetime(audio) {}
    }
}
