import Foundation
import SaybusMessages
import SaybusSound
import Testing

@testable import SaybusAudioOutput

@Suite(.timeLimit(.minutes(2))) struct RecognizedSpeechTests {
    static let recognizer = "/usr/bin/pocketsphinx_continuous"

    @Test(
        "synthesized speech is understood by a recognizer (needs pocketsphinx_continuous)",
        .enabled(if: FileManager.default.isExecutableFile(atPath: recognizer)))
    func recognized() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("speech.wav")
        let grammar = folder.appendingPathComponent("orders.gram")
        try """
        #JSGF V1.0;
        grammar orders;
        public <order> = (set a timer | turn on the light | play some music | what time is it) [for (two | five | ten) minutes];
        """.write(to: grammar, atomically: true, encoding: .utf8)
        let sink = try SoundFileSink(path: file.path, rate: 16_000)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(
                AudioSequence([
                    .silence(durationMs: 500), .speech(.init("Set a timer for five minutes.", rate: 140)),
                    .silence(durationMs: 500),
                ]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished)
        }
        await sink.close()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.recognizer)
        process.arguments = ["-infile", file.path, "-jsgf", grammar.path, "-logfn", "/dev/null"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.contains("set a timer for five minutes"))
    }
}
