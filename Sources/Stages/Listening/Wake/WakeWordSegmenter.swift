/// Looks for the wake word in each stretch of speech, and keeps what follows it in the same breath.
struct WakeWordSegmenter {
    /// A frame of sound as the detector has judged it.
    struct Frame: Sendable, Equatable {
        let samples: [Int16]
        let isSpeech: Bool
    }

    /// The wake word was heard.
    struct Waking: Sendable, Equatable {
        /// Where it ends, in samples of the source.
        let position: Int
        /// What was heard since. When the word was said alone, its own last sound is no speech.
        let frames: [Frame]
    }

    /// A stretch is looked at whole, from half a second before its first speech.
    static let stretch = EndpointerConfiguration(
        preRoll: .milliseconds(500), minimumSpeech: .milliseconds(100), maximumLength: .seconds(60))
    /// How many samples are kept for what follows the word, which is known a little after its end: 3 s.
    private static let most = 48_000
    /// The word is known before its last sound is over. Whoever is silent so long after it has said the word alone, and that sound opens
    /// no turn: 400 ms.
    private static let lastSound = 6_400

    let detector: any WakeWordDetector
    private var endpointer = Endpointer(Self.stretch)
    private var recent: [Frame] = []
    private var recentCount = 0
    private var start = 0
    /// Where the word that was heard ends, until it is known whether somebody speaks on.
    private var end: Int?

    init(_ detector: any WakeWordDetector) { self.detector = detector }

    /// Whether the word was heard, and it is not known yet whether somebody speaks on.
    var hasHeard: Bool { end != nil }

    /// Takes the next frame, which begins at `position` of the source.
    mutating func hear(_ frame: [Int16], isSpeech: Bool, position: Int) async throws -> Waking? {
        if position != endpointer.position {
            // Whether somebody spoke on is in the hole.
            if let waking = await finish() {
                return Waking(
                    position: waking.position, frames: waking.frames + [Frame(samples: frame, isSpeech: isSpeech)])
            }
            await forget(position)
        }
        recent.append(Frame(samples: frame, isSpeech: isSpeech))
        recentCount += frame.count
        while recentCount > Self.most, let oldest = recent.first {
            recentCount -= oldest.samples.count
            recent.removeFirst()
        }
        if end == nil { end = try await search(frame, isSpeech) } else { endpointer.skip(frame.count) }
        guard let end, endpointer.position - end >= Self.lastSound else { return nil }
        return await finish()
    }

    /// What is known when no more sound comes: nil when no word was heard.
    mutating func finish() async -> Waking? {
        guard let end else { return nil }
        var frames = frames(since: end)
        var length = 0
        let decisive = frames.firstIndex {
            length += $0.samples.count
            return length >= Self.lastSound
        }
        if let decisive = decisive ?? frames.indices.last, !frames[decisive].isSpeech {
            for index in 0...decisive { frames[index] = Frame(samples: frames[index].samples, isSpeech: false) }
        }
        let waking = Waking(
            position: endpointer.position - frames.reduce(0) { $0 + $1.samples.count }, frames: frames)
        await forget(endpointer.position)
        return waking
    }

    /// Forgets what was heard; the next frame begins at `position`.
    mutating func forget(_ position: Int) async {
        if endpointer.isOpen { await detector.end() }
        endpointer = Endpointer(Self.stretch, position: position)
        (recent, recentCount, end) = ([], 0, nil)
    }

    /// Where the word ends, once it is heard.
    private mutating func search(_ frame: [Int16], _ isSpeech: Bool) async throws -> Int? {
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
            if let place { return start + place.upperBound }
        }
        return nil
    }

    private func frames(since position: Int) -> [Frame] {
        var begin = endpointer.position - recentCount
        var frames: [Frame] = []
        for frame in recent {
            let after = frame.samples.suffix(max(0, begin + frame.samples.count - position))
            if !after.isEmpty { frames.append(Frame(samples: Array(after), isSpeech: frame.isSpeech)) }
            begin += frame.samples.count
        }
        return frames
    }
}
