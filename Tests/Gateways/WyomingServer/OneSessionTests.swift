import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite(
    "A gateway of one session",
    .enabled(if: GatewayUnderTest.hasEngines, "espeak-ng and pocketsphinx-en-us are installed"),
    .timeLimit(.minutes(1)))
struct OneSessionTests {
    @Test("the texts of all peers are said in the session, whatever conversation they name")
    func texts() async throws {
        let gateway = try await GatewayUnderTest(["--session", "kitchen"])
        let watcher = try gateway.test.connect(.tap, instance: "watcher")
        let transcripts = watcher.subscribe(SpeechTranscript.self)
        try await watcher.ready()
        let peer = try await WyomingPeer.connect(to: gateway.address, within: .seconds(10))
        defer { peer.close() }
        let context: JSONValue = ["conversation_id": "c1", "satellite_id": "assist_satellite.hall"]
        try await peer.send(
            WyomingEvent(type: "transcript", data: ["text": "turn on the kitchen light", "context": context]))
        let answer = try await peer.receive(within: .seconds(20))
        #expect(answer.type == "handled" && answer.text("text") == "The kitchen light is on.", "\(answer)")
        #expect(answer.data["context"] == context)
        let transcript = await transcripts.first { $0.body.text == "turn on the kitchen light" }
        #expect(transcript?.header.session.rawValue == "kitchen")
    }

    @Test("a satellite of another session is refused at the start, with what to do")
    func satellite() async throws {
        let test = try TestBus()
        let gateway = try ProgramUnderTest(
            "saybus-wyoming",
            [
                "--bus", test.address.url, "--session", "kitchen", "--uri", "none", "--engine", "pocketsphinx",
                "--voice-engine", "espeak-ng", "--satellite", "tcp://127.0.0.1:1=hall",
            ])
        #expect(try await gateway.exitCode() == 64, "\(gateway.report)")
        #expect(gateway.report.contains("--satellite tcp://127.0.0.1:1=kitchen"), "\(gateway.report)")
        withExtendedLifetime(test) {}
    }
}
