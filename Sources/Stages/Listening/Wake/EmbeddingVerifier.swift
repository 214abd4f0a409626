import SaybusMessages
import SaybusMicroWakeWord
import SaybusModelStore
import SaybusStage

/// A verifier by the vectors of speech that many people's recordings of the phrase have in common.
///
/// The vectors are computed for signs of the word only, a few in an hour. They are other evidence than the model's: of
/// 39 signs in seven hours of other sound, two have a likeness above 0.42.
actor EmbeddingVerifier: WakeVerifier {
    nonisolated let sign = 0.05
    nonisolated let length = PCMFormat.speech.samples(.milliseconds(2500))
    nonisolated let delay = PCMFormat.speech.samples(.milliseconds(400))

    /// The likeness from which on the word counts as said.
    private static let likeness: Float = 0.42
    /// The most samples by which the likest window ends after the word when a command follows at once: 160 ms. The
    /// first sound of a command must not be cut: "set a timer for ten minutes" without it was heard as "timer fourteen
    /// minutes".
    static let lateness = PCMFormat.speech.samples(.milliseconds(160))

    private let vectors: [Float]
    private let embedding: SpeechEmbedding

    /// Loads the model of speech.
    /// - Throws: ``MicroWakeWordError`` when it is missing or cannot be used.
    init(_ word: TrainedWakeWord, store: ModelStore = ModelStore()) throws(MicroWakeWordError) {
        vectors = word.vectors
        embedding = try SpeechEmbedding(store: store)
    }

    func place(in sound: [Int16]) throws -> Range<Int>? {
        embedding.reset()
        // A window reaches 1.4 s back: a word may be said at once.
        let before = max(0, length - sound.count)
        let vectors: [[Float]]
        do throws(MicroWakeWordError) {
            vectors = try embedding.process(QuietRoom.samples(before) + sound)
        } catch {
            throw StageFailure(error)
        }
        guard let end = Self.end(of: self.vectors, in: vectors) else { return nil }
        return max(0, end - before - MicroWakeDetector.length)..<max(0, min(sound.count, end - before))
    }

    /// Returns the end of the likest window, in samples from the first vector's beginning; nil when none is like the
    /// word.
    static func end(of word: [Float], in vectors: [[Float]]) -> Int? {
        var search = WindowSearch(word)
        var best: (likeness: Float, count: Int)?
        for (place, vector) in vectors.enumerated() {
            guard let likeness = search.likeness(vector), likeness >= max(Self.likeness, best?.likeness ?? 0) else {
                continue
            }
            best = (likeness, place + 1)
        }
        return best.map {
            SpeechEmbedding.first + ($0.count - 1) * SpeechEmbedding.step - WindowSearch.delay - lateness
        }
    }
}
