import SaybusMessages
import SaybusMicroWakeWord
import SaybusStage

/// A detector of a wake word for which a model of microWakeWord exists.
///
/// If the model is only half sure, as in noise or when a command follows at once, a `WakeVerifier` judges the last
/// seconds.
public actor MicroWakeDetector: WakeWordDetector {
    /// The wake word.
    public nonisolated let phrase: String
    /// True: the model has learnt from sound with pauses.
    public nonisolated let searchesPauses = true

    private let spotter: MicroWakeWordSpotter
    private let verifier: (any WakeVerifier)?
    /// The last samples of the stretch, for the verifier, and the number of all of them.
    private var recent: [Int16] = []
    private var count = 0
    /// The number of samples at which the verifier is asked; nil while there is no sign of the word.
    private var verifyAt: Int?

    /// The longest time from the end of the word to its detection, in samples: 320 ms. People who go on speaking at
    /// once are detected later than voices of espeak-ng (124 to 249 ms), and the first sound of their command must not
    /// be cut.
    private static let delay = PCMFormat.speech.samples(.milliseconds(320))
    /// The length of a word in samples, at most, for the beginning of its place: 1 s.
    static let length = PCMFormat.speech.samples(.seconds(1))

    /// Loads a model.
    /// - Parameters:
    ///   - sensitivity: At 300 the model's own cutoff holds; 0 never wakes, 1000 wakes at most speech.
    ///   - verifier: The verifier, for the same phrase; nil for none.
    ///   - library: The library that runs the model; nil loads it.
    /// - Throws: `StageFailure` with code `unavailable` when the library is missing, `configuration` when the model or
    ///   the library cannot be used.
    init(
        _ model: MicroWakeWordModel, sensitivity: Int = KeywordWakeDetector.defaultSensitivity,
        verifier: (any WakeVerifier)? = nil, library: TensorFlowLiteLibrary? = nil
    ) throws(StageFailure) {
        phrase = model.phrase.lowercased()
        self.verifier = verifier
        let cutoff = WakeSensitivity.cutoff(model.cutoff, sensitivity: sensitivity)
        do throws(MicroWakeWordError) {
            let library = if let library { library } else { try TensorFlowLiteLibrary() }
            spotter = try MicroWakeWordSpotter(
                model, cutoff: cutoff, possible: cutoff > 1 ? nil : verifier.map { min(cutoff, $0.sign) },
                library: library)
        } catch {
            throw StageFailure(error)
        }
    }

    /// Begins a stretch of sound.
    public func begin() async throws {
        (recent, count, verifyAt) = ([], 0, nil)
        try await spotter.begin()
    }

    /// Searches the stretch's next samples.
    public func process(_ samples: [Int16]) async throws -> Range<Int>? {
        count += samples.count
        if let verifier {
            recent += samples
            if recent.count > verifier.length { recent.removeFirst(recent.count - verifier.length) }
        }
        switch try await spotter.process(samples) {
        case .certain(let place):
            verifyAt = nil
            let end = max(0, place - Self.delay)
            return max(0, end - Self.length)..<end
        case .possible(let place): verifyAt = verifyAt ?? place + (verifier?.delay ?? 0)
        case nil: break
        }
        guard let verifier, let verifyAt, count >= verifyAt else { return nil }
        self.verifyAt = nil
        let start = count - recent.count
        return try await verifier.place(in: recent).map { start + $0.lowerBound..<start + $0.upperBound }
    }

    /// Ends the stretch.
    public func end() {}
}

extension StageFailure {
    init(_ error: MicroWakeWordError) { self.init(error.isConfiguration ? .configuration : .unavailable, error.reason) }
}
