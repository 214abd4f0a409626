import ArgumentParser
import Testing

@testable import SaybusTranscription

@Suite("Options of engines")
struct SpeechEngineOptionsTests {
    @Test("only the engine that runs a program accepts a program", arguments: SpeechEngine.allCases)
    func program(_ engine: SpeechEngine) throws {
        let arguments = ["--engine", engine.rawValue, "--", "cat", "-"]
        guard engine != .command else {
            #expect(try SpeechEngineOptions.parse(arguments).program == ["cat", "-"])
            return
        }
        let error = try #require(throws: (any Error).self) { try SpeechEngineOptions.parse(arguments) }
        #expect(SpeechEngineOptions.exitCode(for: error).rawValue == 64)
        #expect(SpeechEngineOptions.message(for: error).contains("--engine \(engine.rawValue) takes no program"))
        #expect(try SpeechEngineOptions.parse(Array(arguments.prefix(2))).program.isEmpty)
    }
}
