import ArgumentParser
import Testing

@testable import SaybusTranscription

@Suite("Options of engines")
struct RecognitionEngineOptionsTests {
    @Test("only the engine that runs a program accepts a program", arguments: RecognitionEngine.allCases)
    func program(_ engine: RecognitionEngine) throws {
        let arguments = ["--engine", engine.rawValue, "--", "cat", "-"]
        guard engine != .command else {
            #expect(try RecognitionEngineOptions.parse(arguments).program == ["cat", "-"])
            return
        }
        let error = try #require(throws: (any Error).self) { try RecognitionEngineOptions.parse(arguments) }
        #expect(RecognitionEngineOptions.exitCode(for: error).rawValue == 64)
        #expect(RecognitionEngineOptions.message(for: error).contains("--engine \(engine.rawValue) takes no program"))
        #expect(try RecognitionEngineOptions.parse(Array(arguments.prefix(2))).program.isEmpty)
    }
}
