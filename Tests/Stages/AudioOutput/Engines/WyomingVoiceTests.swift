import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite("The voice of a Wyoming server", .enabled(if: FileManager.default.isExecutableFile(atPath: TestEngine.python)))
struct WyomingVoiceTests {
    /// A server that answers every text with the same chunks of sound, given in hexadecimal numbers.
    private static let server = """
        import json, socket, sys
        form = {"rate": 22050, "width": 2, "channels": int(sys.argv[2])}
        def event(type, data={}, payload=b""):
            return json.dumps({"type": type, "data": data, "payload_length": len(payload)}).encode() + b"\\n" + payload
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        server.listen()
        print("listening", flush=True)
        peer, _ = server.accept()
        stream = peer.makefile("rb")
        while line := stream.readline():
            question = json.loads(line)
            stream.read((question.get("data_length") or 0) + (question.get("payload_length") or 0))
            peer.sendall(event("audio-start", form))
            for chunk in sys.argv[3:]:
                peer.sendall(event("audio-chunk", form, bytes.fromhex(chunk)))
            peer.sendall(event("audio-stop"))
        """

    /// Returns the samples of two texts, one after the other.
    private func samples(_ chunks: [String], channels: Int) async throws -> [[Int16]] {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(TestEngine.python, ["-c", Self.server, path, "\(channels)"] + chunks)
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        return try await BlockingQueue(label: "test").run { () throws(EngineFailure) in
            let voice = WyomingVoice(.unix(path: path), voice: nil)
            let deadline = ContinuousClock.now + .seconds(10)
            var texts: [[Int16]] = []
            for text in ["one", "two"] {
                _ = try voice.begin(text, before: deadline)
                var samples: [Int16] = []
                while let more = try voice.next(before: deadline) { samples += more }
                texts.append(samples)
            }
            return texts
        }
    }

    @Test("voices that a server has not installed are not offered")
    func installed() {
        let amy: JSONValue = ["name": "amy", "languages": ["en_US"], "installed": true]
        let thorsten: JSONValue = ["name": "thorsten", "languages": ["de_DE"], "installed": false]
        let old: JSONValue = ["name": "old", "languages": ["en_GB"]]
        let piper: JSONValue = ["name": "piper", "installed": true, "voices": [amy, thorsten, old]]
        let other: JSONValue = ["name": "other", "installed": false, "voices": [amy]]
        let info = WyomingEvent(type: "info", data: ["tts": [piper, other]])
        #expect(WyomingSynthesizer.voices(in: info).map(\.name) == ["amy", "old"])
    }

    @Test(
        "a language is spoken by a server's voice of another region",
        arguments: [
            ("de", "thorsten"), ("de-AT", "thorsten"), ("de_DE", "thorsten"), ("en-Latn-GB", "amy"), ("amy", "amy"),
            ("fr-FR", nil), ("thor", nil),
        ] as [(String, String?)])
    func regions(name: String, expected: String?) {
        let voices = [("amy", "en_US"), ("thorsten", "de_DE")].map {
            Voice(name: $0.0, identifier: $0.0, languages: [$0.1])
        }
        #expect(WyomingSynthesizer.voice(name, in: voices)?.name == expected)
    }

    @Test("a sample that two chunks share is put together, and half a sample at the end of a text is dropped")
    func sharedSamples() async throws {
        #expect(try await samples(["010002", "000300", "04"], channels: 1) == [[1, 2, 3], [1, 2, 3]])
        #expect(try await samples(["0100", "03", "0005"], channels: 2) == [[2], [2]])
    }
}
