import SaybusPocketSphinx
import SaybusStage

/// Any phrase as the wake word, spotted by pocketsphinx; words that no dictionary has are said by rule.
public struct KeywordWakeDetector: WakeWordDetector {
    /// The wake word.
    public let phrase: String

    private let spotter: KeywordSpotter

    /// The sensitivity unless another is wished: measured with `saybus evaluate wake` and "hey computer".
    public static let defaultSensitivity = 300
    /// What can be wished.
    public static let sensitivities = 0...1000

    /// A phrase, with its model loaded.
    /// - Parameters:
    ///   - phrase: Three syllables or more, best two words and four: what is shorter is heard in other words.
    ///   - sensitivity: With 0 nothing wakes, with 1000 all speech does; of ``sensitivities``.
    ///   - model: The directory of pocketsphinx's model; nil looks in the usual places.
    /// - Throws: ``StageFailure`` with code `unavailable` when the model is missing, `usage` when the phrase cannot be said or is
    ///   too short.
    public init(_ phrase: String, sensitivity: Int = defaultSensitivity, model: String? = nil) async throws {
        self.phrase = phrase
        do {
            spotter = try await KeywordSpotter(
                phrase: phrase, sensitivity: sensitivity, model: SphinxModel(directory: model))
        } catch {
            let code: StageFailure.Code =
                switch error.code {
                case .pronunciation, .tooShort: .usage
                case .modelMissing, .refused: .unavailable
                }
            throw StageFailure(code, "the wake word \"\(phrase)\" cannot be listened for: \(error)")
        }
    }

    /// Begins a stretch of speech.
    public func begin() async throws { try await spotter.begin() }

    /// Takes the stretch's next samples.
    public func process(_ samples: [Int16]) async throws -> Range<Int>? { try await spotter.process(samples) }

    /// Ends the stretch.
    public func end() async { await spotter.end() }
}
