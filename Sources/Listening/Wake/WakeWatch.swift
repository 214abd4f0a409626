/// Looks for the wake word in each stretch of speech, and keeps what follows it in the same breath.
struct WakeWatch {
    /// A frame of sound as the detector has judged it.
    struct Frame: Sendable, Equatable {
        let samples: [Int16]
        let isSpeech: Bool
    }

    /// The wake word was heard.
    struct Waking: Sendable, Equatable {
        /// Where it ends, in samples of the source.
        let position: Int
        /// What was heard since.
        let frames: [Frame]
    }

    /// A stretch is looked at whole, from half a second before its first speech.
    static let stretch = EndpointerConfiguration(
        preRoll: .milliseconds(500), minimumSpeech: .milliseconds(100), maximumLength: .seconds(60))
    /// How many samples are kept for what follows the word, which is known a little after its end: 3 s.
    private static let most = 48_000

    let detector: any WakeWordDetector
    private var endpointer = Endpointer(Self.stretch)
    private var recent: [Frame] = []
    private var recentCount = 0
    private var start = 0

    init(_ detector: any WakeWordDetector) { self.detector = detector }

    /// Takes the next frame, which begins at `position` of the source.
    mutating func hear(_ frame: [Int16], isSpeech: Bool, position: Int) async throws -> Waking? {
        if position != endpointer.position { await forget(position) }
        recent.append(Frame(samples: frame, isSpeech: isSpeech))
        recentCount += frame.count
        while recentCount > Self.most, let oldest = recent.first {
            recentCount -= oldest.samples.count
            recent.removeFirst()
        }
        for action in endpointer.consume(frame, isSpeech: isSpeech) {
            var place: Range<Int>?
            switch action {
            case .start(let position, let samples):
                start = position
                try await detector.begin()
                place = try await detector.process(samples)
            case .append(let samples): place = try await detector.process(samples)
            case .end: await detector.end()
            }
            if let place { return await wake(at: start + place.upperBound) }
        }
        return nil
    }

    /// Forgets what was heard; the next frame begins at `position`.
    mutating func forget(_ position: Int) async {
        if endpointer.isOpen { await detector.end() }
        endpointer = Endpointer(Self.stretch, position: position)
        (recent, recentCount) = ([], 0)
    }

    private mutating func wake(at position: Int) async -> Waking {
        var begin = endpointer.position - recentCount
        var frames: [Frame] = []
        for frame in recent {
            let after = frame.samples.suffix(max(0, begin + frame.samples.count - position))
            if !after.isEmpty { frames.append(Frame(samples: Array(after), isSpeech: frame.isSpeech)) }
            begin += frame.samples.count
        }
        let heard = frames.reduce(0) { $0 + $1.samples.count }
        let waking = Waking(position: endpointer.position - heard, frames: frames)
        await forget(endpointer.position)
        return waking
    }
}
