import SaybusPocketSphinx
import SaybusStage

/// A detector of any phrase as the wake word, by pocketsphinx. Words that are not in its dictionary are pronounced by
/// espeak-ng's rules.
public struct KeywordWakeDetector: WakeWordDetector {
    /// The wake word.
    public let phrase: String

    private let spotter: KeywordSpotter

    /// The default sensitivity, measured with `saybus evaluate wake` and "hey computer".
    public static let defaultSensitivity = 300
    /// The range of the sensitivity.
    public static let sensitivities = 0...1000

    /// Creates a detector and loads its model.
    /// - Parameters:
    ///   - phrase: At least three syllables; best are two words with four. Shorter phrases are found in other words.
    ///   - sensitivity: 0 never wakes, 1000 wakes at any speech; in ``sensitivities``.
    ///   - model: The directory of pocketsphinx's model; nil searches the usual places.
    /// - Throws: `StageFailure` with code `unavailable` when the model is missing, `usage` when the phrase cannot
    ///   be pronounced or is too short.
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

    /// Searches the stretch's next samples.
    public func process(_ samples: [Int16]) async throws -> Range<Int>? { try await spotter.process(samples) }

    /// Ends the stretch.
    public func end() async { await spotter.end() }
}
