import SaybusMessages
import SaybusSound

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
        /// The beginning of the wake word, in samples of the source. Some detectors know it within a second only.
        let start: Int
        /// The end of the wake word, in samples of the source.
        let position: Int
        /// The frames after the wake word. When it was said alone, the end of its last sound does not count as speech.
        let frames: [Frame]
        /// The number of frames at the beginning of ``frames`` that hold the word's last sound; 0 when the user speaks
        /// on.
        var lastSoundFrames = 0

        /// Returns the occurrence without the frames that begin at a position of the source or after it.
        func cut(at end: Int) -> Detection {
            var begin = position
            let kept = frames.prefix { frame in
                defer { begin += frame.samples.count }
                return begin < end
            }
            return Detection(
                start: min(start, end), position: min(position, end), frames: Array(kept),
                lastSoundFrames: min(lastSoundFrames, kept.count))
        }
    }

    /// The rules for stretches of speech. Each begins half a second before its first speech.
    static let stretch = EndpointerConfiguration(
        preRoll: .milliseconds(500), minimumSpeech: .milliseconds(100), maximumLength: .seconds(60))
    /// The number of samples kept: 3 s. They hold the audio that follows the word, which is detected a little after its
    /// end.
    private static let capacity = PCMFormat.speech.samples(.seconds(3))
    /// The number of samples after the word in which its last sound may go on: 400 ms. The word is detected before that
    /// sound is over, and it must not open a turn.
    private static let maximumLastSoundSamples = PCMFormat.speech.samples(.milliseconds(400))
    /// The number of samples after the word in which a command may begin that belongs to it: 700 ms. Later the tones
    /// would sound over a short one, such as "stop".
    private static let maximumPauseSamples = PCMFormat.speech.samples(.milliseconds(700))
    /// The number of samples of speech that are a command's beginning, and no click: 40 ms.
    private static let minimumSpeech = PCMFormat.speech.samples(.milliseconds(40))
    /// The least power of a command's loud frames, its vowels, as a share of that of the wake word's loudest frame: 20
    /// dB less. The word's last sound dies away in the room, where it is louder than the noise for longer, the quieter
    /// the room is.
    private static let minimumPowerShare = 0.01
    /// The number of samples in which a command has a loud frame: 120 ms.
    private static let loudnessWindow = PCMFormat.speech.samples(.milliseconds(120))
    /// The number of samples before the word's end in which its loudest frame is looked for: 1 s.
    private static let maximumWordSamples = PCMFormat.speech.samples(.seconds(1))

    let detector: any WakeWordDetector
    private var endpointer = Endpointer(Self.stretch)
    private var recent: [Frame] = []
    private var recentCount = 0
    private var start = 0
    /// Whether a detector that searches pauses has an open stretch.
    private var isSearching = false
    /// The place of the detected word in the source, until it is known whether speech follows.
    private var word: Range<Int>?
    /// The power from which a frame after the detected word is loud enough for a command.
    private var minimumPower = 0.0

    init(_ detector: any WakeWordDetector) { self.detector = detector }

    /// Whether the word was detected and it is not yet known whether speech follows.
    var hasDetected: Bool { word != nil }

    /// The beginning of the word, while ``hasDetected``.
    var detectedStart: Int? { word?.lowerBound }

    /// Takes the next frame, which begins at `position` of the source.
    mutating func process(_ frame: [Int16], isSpeech: Bool, position: Int) async throws -> Detection? {
        if position != endpointer.position {
            // Without the lost samples it cannot be known whether speech followed the word.
            if let detection = await finish() {
                return Detection(
                    start: detection.start, position: detection.position,
                    frames: detection.frames + [Frame(samples: frame, isSpeech: isSpeech)],
                    lastSoundFrames: detection.lastSoundFrames)
            }
            await reset(position)
        }
        recent.append(Frame(samples: frame, isSpeech: isSpeech))
        recentCount += frame.count
        while recentCount > Self.capacity, let oldest = recent.first {
            recentCount -= oldest.samples.count
            recent.removeFirst()
        }
        if word == nil {
            word = try await search(frame, isSpeech: isSpeech)
            minimumPower = word.map { Self.minimumPowerShare * loudestPower(before: $0.upperBound) } ?? 0
        } else {
            endpointer.skip(frame.count)
        }
        guard let end = word?.upperBound, endpointer.position - end >= Self.maximumLastSoundSamples else { return nil }
        let following = speech(after: frames(since: end))
        let isPauseOver = endpointer.position - end >= Self.maximumPauseSamples
        guard following.speaksOn || following.beginsLater || isPauseOver else { return nil }
        return await finish()
    }

    /// The speech after the wake word.
    private struct FollowingSpeech {
        /// The number of frames after which the word's last sound must be over.
        var lastSoundFrames = 0
        /// Whether the user speaks at their end.
        var speaksOn = false
        /// The number of frames before a command that begins later, or of all.
        var silence = 0
        /// Whether a command begins later.
        var beginsLater = false
    }

    /// Returns the speech in the frames after the wake word.
    private func speech(after frames: [Frame]) -> FollowingSpeech {
        var length = 0
        let ends = frames.map { frame in
            length += frame.samples.count
            return length
        }
        guard let decisive = ends.firstIndex(where: { $0 >= Self.maximumLastSoundSamples }) ?? frames.indices.last
        else { return FollowingSpeech() }
        let isLoud = frames.map { $0.isSpeech && Level.power($0.samples) >= minimumPower }
        let window = frames.indices.filter { $0 <= decisive && ends[$0] > ends[decisive] - Self.loudnessWindow }
        let speaksOn = frames[decisive].isSpeech && window.contains { isLoud[$0] }
        let later = frames.indices.filter { $0 > decisive && isLoud[$0] }
        let speech = later.reduce(0) { $0 + frames[$1].samples.count }
        return FollowingSpeech(
            lastSoundFrames: decisive + 1, speaksOn: speaksOn, silence: later.first ?? frames.count,
            beginsLater: speech >= Self.minimumSpeech)
    }

    /// Returns the power of the loudest frame in the word that ends at a position.
    private func loudestPower(before end: Int) -> Double {
        let word = end - Self.maximumWordSamples..<end
        var begin = endpointer.position - recentCount
        var loudest = 0.0
        for frame in recent {
            if word.contains(begin) { loudest = max(loudest, Level.power(frame.samples)) }
            begin += frame.samples.count
        }
        return loudest
    }

    /// Ends the wait for further audio, and returns the occurrence; nil when no word was detected.
    mutating func finish() async -> Detection? {
        guard let word else { return nil }
        var frames = frames(since: word.upperBound)
        let following = speech(after: frames)
        if !following.speaksOn {
            for index in 0..<following.silence {
                frames[index] = Frame(samples: frames[index].samples, isSpeech: false)
            }
        }
        let detection = Detection(
            start: word.lowerBound, position: endpointer.position - frames.reduce(0) { $0 + $1.samples.count },
            frames: frames, lastSoundFrames: following.speaksOn ? 0 : following.lastSoundFrames)
        await reset(endpointer.position)
        return detection
    }

    /// Drops the state; the next frame begins at `position`.
    mutating func reset(_ position: Int) async {
        if endpointer.isOpen || isSearching { await detector.end() }
        isSearching = false
        endpointer = Endpointer(Self.stretch, position: position)
        (recent, recentCount, word, minimumPower) = ([], 0, nil, 0)
    }

    /// Returns the place of the word in the source once it is detected.
    private mutating func search(_ frame: [Int16], isSpeech: Bool) async throws -> Range<Int>? {
        if detector.searchesPauses {
            if !isSearching {
                try await detector.begin()
                (start, isSearching) = (endpointer.position, true)
            }
            endpointer.skip(frame.count)
            return try await detector.process(frame).map { start + $0.lowerBound..<start + $0.upperBound }
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
            if let place { return start + place.lowerBound..<start + place.upperBound }
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
