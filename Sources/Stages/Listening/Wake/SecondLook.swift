import SaybusMicroWakeWord
import SaybusModelStore
import SaybusPocketSphinx
import SaybusStage

/// A second opinion on sound in which a model of microWakeWord hears only a sign of the wake word.
protocol SecondLook: Sendable {
    /// The mean probability of the model from which on a look is worthwhile.
    var sign: Double { get }
    /// The samples that are looked at.
    var length: Int { get }
    /// The samples from the first sign to the look, in which the word ends.
    var delay: Int { get }

    /// Returns the place of the wake word in the last sound, in its samples; nil when it was not said.
    func place(in sound: [Int16]) async throws -> Range<Int>?
}

/// A second look by pocketsphinx's search for any phrase.
struct KeywordLook: SecondLook {
    /// The sensitivity of the spotter: there is other evidence, so it is higher than that for running speech.
    static let sensitivity = 400

    let sign = 0.2
    let length = 32_000
    let delay = 4_000
    /// A spotter of the phrase for this object alone.
    let spotter: KeywordSpotter

    func place(in sound: [Int16]) async throws -> Range<Int>? {
        try await spotter.begin()
        let place = try await spotter.process(sound)
        await spotter.end()
        return place
    }
}

/// A second look by the vectors of speech that many people's recordings of the phrase have in common.
///
/// The vectors are computed for these looks only, a few in an hour. They are other evidence than the model's: of 39
/// signs in seven hours of other sound, two have a likeness above 0.42.
actor EmbeddingLook: SecondLook {
    nonisolated let sign = 0.05
    nonisolated let (length, delay) = (40_000, 6_400)

    /// The likeness from which on the word counts as said.
    private static let likeness: Float = 0.42
    /// The most samples by which the likest window ends after the word when a command follows at once: 160 ms. The
    /// first sound of a command must not be cut: "set a timer for ten minutes" without it was heard as "timer fourteen
    /// minutes".
    static let lateness = 2_560

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
