import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusSound
import SaybusTesting

/// The gateway on a private bus with a real audio stage, and Home Assistant's own client.
struct SatelliteUnderTest {
    /// Whether the protocol's own library and a voice are installed.
    static let hasClient = PythonInterpreter.canImport("aioesphomeapi") && SynthesizedSpeech.isAvailable

    let test: TestBus
    let folder: TemporaryFolder
    let gateway: ProgramUnderTest
    let port: String
    let key: String?
    let watcher: Bus
    private let audio: ProgramUnderTest

    init(encrypted: Bool = true, sounds: Bool = false) async throws {
        test = try TestBus()
        folder = try TemporaryFolder()
        watcher = try test.connect(.tap)
        let bus = ["--bus", test.address.url, "--session", "hall"]
        let soundOptions = sounds ? ["--sounds", folder.path("")] : []
        audio = try ProgramUnderTest("saybus-audio", bus + ["--sink", "null"] + soundOptions)
        let keyFile = folder.path("key")
        gateway = try ProgramUnderTest(
            "saybus-esphome",
            bus + ["--host", "127.0.0.1", "--port", "0", "--name", "hall", "--area", "Hall"]
                + (encrypted ? ["--encryption-key-file", keyFile] : []) + soundOptions)
        let line = try await gateway.line(on: .standardError) { $0.contains("port=") }
        port = String(line.split(separator: "port=").last?.prefix { $0.isNumber } ?? "")
        let text = encrypted ? try String(contentsOfFile: keyFile, encoding: .utf8) : nil
        key = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        try await audio.ready()
    }

    /// Writes a spoken text as a sound file.
    func wav(_ text: String) async throws -> String {
        let path = folder.path("\(UUID().uuidString).wav")
        let sink = try SoundFileSink(path: path, rate: 16_000)
        try await sink.play(SynthesizedSpeech.silence(0.5) + SynthesizedSpeech.samples(text, voice: "en-us+f3"))
        await sink.close()
        return path
    }

    /// Starts the client with a command.
    func client(_ command: String, key: String?, url: String = "") throws -> ProgramUnderTest {
        let script = PackageFolder.containing().appending(path: "Tests/Gateways/ESPHome/esphome_client.py")
        return try ProgramUnderTest(
            PythonInterpreter.path, ["-B", script.path(percentEncoded: false), port, command, key ?? "", url])
    }
}
