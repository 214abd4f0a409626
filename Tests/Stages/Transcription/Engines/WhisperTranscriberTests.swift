import SaybusWhisper
import Testing

@testable import SaybusTranscription

@Suite("Transcriptions by Whisper", .enabled(if: WhisperDouble.isAvailable, "there is no C compiler"))
struct WhisperTranscriberTests {
    private let helper = EngineUnderTest.Helper()
    /// A second of a buzz like a vowel.
    private static let sound = (0..<16_000).map { index -> Int16 in index % 100 < 50 ? 5_000 : -5_000 }

    @Test("a partial text ends before the words that the model writes again and again")
    func repetition() async throws {
        let library = try WhisperDouble.library(in: helper.path, ["TEXT=\" we went to the sea we went to the sea\""])
        let file = try WhisperModelFile(try WhisperDouble.model(in: helper.path))
        let transcriber = WhisperTranscriber(try WhisperModel(file, library))
        let control = WhisperControl(deadline: .now + .seconds(20))
        let text = try await transcriber.partialText(of: Self.sound, WhisperSettings(), control)
        #expect(text.text == "we went to the sea")
    }
}
