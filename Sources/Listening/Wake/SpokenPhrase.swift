import PocketSphinx
import Stage

/// Any phrase as the wake word, spotted by pocketsphinx; words that no dictionary has are said by rule.
public struct SpokenPhrase: WakeWordDetector {
    /// The wake word.
    public let phrase: String

    private let spotter: KeywordSpotter

    /// The threshold unless another is wished: measured with "hey computer".
    public static let defaultThreshold = 1e-20

    /// A phrase, with its model loaded.
    /// - Parameters:
    ///   - phrase: Two words or more, of four syllables or more: what is shorter is heard in other words.
    ///   - threshold: How much likelier than other speech it must be: from 1e-100, by which all speech wakes, to 1e100.
    ///   - model: The directory of pocketsphinx's model; nil looks in the usual places.
    /// - Throws: ``StageFailure`` with code `unavailable` when the model is missing, `usage` when the phrase cannot be said.
    public init(_ phrase: String, threshold: Double = defaultThreshold, model: String? = nil) async throws {
        self.phrase = phrase
        do {
            spotter = try await KeywordSpotter(
                phrase: phrase, threshold: threshold, model: SphinxModel(directory: model))
        } catch {
            let code: StageFailure.Code = error.code == .pronunciation ? .usage : .unavailable
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
