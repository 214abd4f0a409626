import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("Programs that end before their turn does")
struct EarlyEndTests {
    /// Sound of 300 ms that is not silence: the last 200 ms are a buzz like a vowel.
    private static let sound: [Int16] = (0..<4800).map { $0 < 1600 ? 0 : $0 % 100 < 50 ? 5000 : -5000 }

    /// Begins a turn of a program that writes a line and ends. Returns when it has closed its input and output.
    private func turn(writing line: String, code: Int) async throws -> CommandRecognizer {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let pipe = try NamedPipe(in: folder)
        let script = "echo '\(line)'; exec <&- >&-; echo closed >'\(pipe.path)'; exit \(code)"
        let recognizer = CommandRecognizer(["/bin/sh", "-c", script], timeout: .seconds(10))
        try await recognizer.begin()
        _ = try #require(await pipe.lines.first())
        return recognizer
    }

    @Test("the text of a program that finds the end of the speech itself counts, although sound follows")
    func text() async throws {
        let recognizer = try await turn(writing: #"{"text": "next song"}"#, code: 0)
        for _ in 1...2 { _ = try await recognizer.accept(Self.sound) }
        let result = try await recognizer.finish()
        #expect(result.text == "next song" && result.engine == "command")
    }

    @Test(
        "a program that fails in mid-turn gives the reason that it wrote, or else its exit code",
        arguments: [
            (#"{"error": "no model"}"#, "engine", "no model"),
            (#"{"text": "next song"}"#, "unreachable", "exit code 3"),
            ("", "unreachable", "exit code 3"),
        ])
    func failure(_ line: String, _ code: String, _ reason: String) async throws {
        let recognizer = try await turn(writing: line, code: 3)
        let error = await #expect(throws: TranscriptionError.self) { try await recognizer.accept(Self.sound) }
        #expect(error?.code.rawValue == code && error?.reason.contains(reason) == true, "\(String(describing: error))")
    }
}
