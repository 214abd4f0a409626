import SaybusMessages
import SaybusMicroWakeWord
import SaybusModelStore
import SaybusStage

/// A detector of a wake word by a few recordings of it, in any language and by any voice.
public actor TrainedWakeDetector: WakeWordDetector {
    /// The wake word.
    public nonisolated let phrase: String
    /// True: the places of the word in a stream are searched.
    public nonisolated let searchesPauses = true

    private let embedding: SpeechEmbedding
    private var search: TrainedWakeSearch

    /// The length of a word in samples, at most, for the beginning of its place: 1 s.
    private static let length = PCMFormat.speech.samples(.seconds(1))

    /// Loads the model of speech.
    /// - Parameter sensitivity: At 300 the cutoff of the training holds; 0 never wakes, 1000 wakes at much speech.
    /// - Throws: `StageFailure` with code `unavailable` when the model or its library is missing, `configuration` when
    ///   it cannot be used.
    init(
        _ word: TrainedWakeWord, sensitivity: Int = KeywordWakeDetector.defaultSensitivity,
        store: ModelStore = ModelStore()
    ) throws(StageFailure) {
        phrase = word.phrase.lowercased()
        search = TrainedWakeSearch(
            word.vectors, cutoff: TrainedWakeSearch.cutoff(word.cutoff, sensitivity: sensitivity))
        do throws(MicroWakeWordError) {
            embedding = try SpeechEmbedding(store: store)
        } catch {
            throw StageFailure(error)
        }
    }

    /// Begins a stretch of sound.
    public func begin() throws {
        embedding.reset()
        search.reset()
        // A window reaches 1.4 s back: a word may be said at once.
        for vector in try vectors(QuietRoom.samples(WakeRecording.quietBefore)) { _ = search.take(vector) }
        search.begin()
    }

    /// Searches the stretch's next samples.
    public func process(_ samples: [Int16]) throws -> Range<Int>? {
        var place: Range<Int>?
        for vector in try vectors(samples) {
            guard let end = search.take(vector) else { continue }
            place = place ?? max(0, end - Self.length)..<max(0, end)
        }
        return place
    }

    /// Ends the stretch.
    public func end() {}

    private func vectors(_ samples: [Int16]) throws(StageFailure) -> [[Float]] {
        do throws(MicroWakeWordError) {
            return try embedding.process(samples)
        } catch {
            throw StageFailure(error)
        }
    }
}

/// A search for the likest place of a wake word in a stream of vectors. Pure.
struct TrainedWakeSearch: Sendable {
    private var windows: WindowSearch
    private let cutoff: Float
    /// The vectors so far, with the quiet before the stretch.
    private var count = 0
    /// The likest window above the cutoff, with the count of vectors at its end.
    private var best: (likeness: Float, count: Int)?

    init(_ word: [Float], cutoff: Float) { (windows, self.cutoff) = (WindowSearch(word), cutoff) }

    /// Returns the cutoff for a sensitivity: each 100 above ``KeywordWakeDetector/defaultSensitivity`` lower it by
    /// 0.05.
    static func cutoff(_ own: Float, sensitivity: Int) -> Float {
        sensitivity <= 0 ? 2 : own - Float(sensitivity - KeywordWakeDetector.defaultSensitivity) / 2_000
    }

    mutating func reset() {
        windows.reset()
        (count, best) = (0, nil)
    }

    /// Begins a stretch. Earlier matches do not count.
    mutating func begin() { best = nil }

    /// Takes the next vector.
    /// - Returns: The end of the wake word, in samples from the beginning of the stretch, as soon as a later window is
    ///   less like it.
    mutating func take(_ vector: [Float]) -> Int? {
        count += 1
        guard let likeness = windows.likeness(vector) else { return nil }
        if likeness >= cutoff, likeness > best?.likeness ?? -1 {
            best = (likeness, count)
            return nil
        }
        guard let found = best else { return nil }
        best = nil
        let complete = SpeechEmbedding.first + (found.count - 1) * SpeechEmbedding.step
        return complete - WindowSearch.delay - WakeRecording.quietBefore
    }
}
