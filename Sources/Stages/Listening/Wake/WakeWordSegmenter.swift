import SaybusMessages

/// A search for the wake word in each stretch of speech, which keeps the audio that follows the word in the same
/// breath.
struct WakeWordSegmenter {
    /// A frame of audio with the detector's decision.
    struct Frame: Sendable, Equatable {
        let samples: [Int16]
        let isSpeech: Bool
    }

    /// An occurrence of the wake word.
    struct Detection: Sendable, Equatable {
        /// The end of the wake word, in samples of the source.
        let position: Int
        /// The frames after the wake word. When it was said alone, the end of its last sound does not count as speech.
        let frames: [Frame]
        /// The number of frames at the beginning of ``frames`` that hold the word's last sound; 0 when the user speaks
        /// on.
        var lastSound = 0
    }

    /// The rules for stretches of speech. Each begins half a second before its first speech.
    static let stretch = EndpointerConfiguration(
        preRoll: .milliseconds(500), minimumSpeech: .milliseconds(100), maximumLength: .seconds(60))
    /// The number of samples kept: 3 s. They hold the audio that follows the word, which is detected a little after its
    /// end.
    private static let capacity = PCMFormat.speech.samples(.seconds(3))
    /// The number of samples after the word in which its last sound may go on: 400 ms. The word is detected before that
    /// sound is over, and it must not open a turn.
    private static let lastSound = PCMFormat.speech.samples(.milliseconds(400))
    /// The number of samples after the word in which a command may begin that belongs to it: 700 ms. Later the tones
    /// would sound over a short one, such as "stop".
    private static let longestPause = PCMFormat.speech.samples(.milliseconds(700))
    /// The number of samples of speech that are a command's beginning, and no click: 40 ms.
    private static let leastSpeech = PCMFormat.speech.samples(.milliseconds(40))

    let detector: any WakeWordDetector
    private var endpointer = Endpointer(Self.stretch)
    private var recent: [Frame] = []
    private var recentCount = 0
    private var start = 0
    /// Whether a detector that searches pauses has an open stretch.
    private var isSearching = false
    /// The end of the detected word, until it is known whether speech follows.
    private var end: Int?

    init(_ detector: any WakeWordDetector) { self.detector = detector }

    /// Whether the word was detected and it is not yet known whether speech follows.
    var hasDetected: Bool { end != nil }

    /// Takes the next frame, which begins at `position` of the source.
    mutating func process(_ frame: [Int16], isSpeech: Bool, position: Int) async throws -> Detection? {
        if position != endpointer.position {
            // Without the lost samples it cannot be known whether speech followed the word.
            if let detection = await finish() {
                return Detection(
                    position: detection.position,
                    frames: detection.frames + [Frame(samples: frame, isSpeech: isSpeech)],
                    lastSound: detection.lastSound)
            }
            await reset(position)
        }
        recent.append(Frame(samples: frame, isSpeech: isSpeech))
        recentCount += frame.count
        while recentCount > Self.capacity, let oldest = recent.first {
            recentCount -= oldest.samples.count
            recent.removeFirst()
        }
        if end == nil { end = try await search(frame, isSpeech: isSpeech) } else { endpointer.skip(frame.count) }
        guard let end, endpointer.position - end >= Self.lastSound else { return nil }
        let (_, speaksOn, beginsLater) = Self.speech(after: frames(since: end))
        guard speaksOn || beginsLater || endpointer.position - end >= Self.longestPause else { return nil }
        return await finish()
    }

    /// Returns the frame at which the word's last sound must be over, whether the user speaks there, and whether a
    /// command begins after it.
    private static func speech(after frames: [Frame]) -> (decisive: Int?, speaksOn: Bool, beginsLater: Bool) {
        var length = 0
        let decisive = frames.firstIndex { frame in
            length += frame.samples.count
            return length >= lastSound
        }
        guard let decisive = decisive ?? frames.indices.last else { return (nil, false, false) }
        let later = frames[(decisive + 1)...].reduce(0) { $0 + ($1.isSpeech ? $1.samples.count : 0) }
        return (decisive, frames[decisive].isSpeech, later >= leastSpeech)
    }

    /// Ends the wait for further audio, and returns the occurrence; nil when no word was detected.
    mutating func finish() async -> Detection? {
        guard let end else { return nil }
        var frames = frames(since: end)
        let (decisive, speaksOn, _) = Self.speech(after: frames)
        let lastSound = speaksOn ? 0 : decisive.map { $0 + 1 } ?? 0
        for index in 0..<lastSound { frames[index] = Frame(samples: frames[index].samples, isSpeech: false) }
        let detection = Detection(
            position: endpointer.position - frames.reduce(0) { $0 + $1.samples.count }, frames: frames,
            lastSound: lastSound)
        await reset(endpointer.position)
        return detection
    }

    /// Drops the state; the next frame begins at `position`.
    mutating func reset(_ position: Int) async {
        if endpointer.isOpen || isSearching { await detector.end() }
        isSearching = false
        endpointer = Endpointer(Self.stretch, position: position)
        (recent, recentCount, end) = ([], 0, nil)
    }

    /// Returns the end of the word once it is detected.
    private mutating func search(_ frame: [Int16], isSpeech: Bool) async throws -> Int? {
        if detector.searchesPauses {
            if !isSearching {
                try await detector.begin()
                (start, isSearching) = (endpointer.position, true)
            }
            endpointer.skip(frame.count)
            return try await detector.process(frame).map { start + $0.upperBound }
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
