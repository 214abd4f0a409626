import SaybusMessages

/// A search for several wake words at once. The first one that is detected counts.
struct WakeWordSearch {
    /// A wake word that was said.
    struct Finding {
        let word: WakeWord
        let detection: WakeWordSegmenter.Detection
    }

    private let words: [WakeWord]
    private var segmenters: [WakeWordSegmenter]
    /// The word that was detected, until it is known whether speech follows.
    private var detected: Int?

    init(_ words: [WakeWord]) {
        self.words = words
        segmenters = words.map { WakeWordSegmenter($0.detector) }
    }

    /// Whether a word was detected and it is not yet known whether speech follows.
    var hasDetected: Bool { detected != nil }

    /// The beginning of the word, in samples of the source, while ``hasDetected``.
    var detectedStart: Int? { detected.flatMap { segmenters[$0].detectedStart } }

    /// The reason why one of the words cannot be heard now; nil while all can.
    var problem: String? {
        get async {
            for word in words {
                if let problem = await word.detector.problem { return problem }
            }
            return nil
        }
    }

    /// Takes the next frame, which begins at `position` of the source.
    mutating func process(_ frame: [Int16], isSpeech: Bool, position: Int) async throws -> Finding? {
        for index in detected.map({ $0..<$0 + 1 }) ?? words.indices {
            if let detection = try await segmenters[index].process(frame, isSpeech: isSpeech, position: position) {
                // The others missed the sound in which this word was complete.
                await reset(position + frame.count)
                return Finding(word: words[index], detection: detection)
            }
            if segmenters[index].hasDetected {
                detected = index
                return nil
            }
            detected = nil
        }
        return nil
    }

    /// Searches the end of a source, which is at a position, and drops the state.
    ///
    /// A detector is certain of a word only some time after its end, so silence follows the last sound. The silence is
    /// no part of what is found.
    mutating func finish(at end: Int) async throws -> Finding? {
        let silence = [Int16](repeating: 0, count: PCMFormat.speech.frameLength)
        var position = end
        while position < end + WakeWordStream.flush {
            let finding = try await process(silence, isSpeech: false, position: position)
            position += silence.count
            if let finding { return Finding(word: finding.word, detection: finding.detection.cut(at: end)) }
        }
        await reset(position)
        return nil
    }

    /// Drops the state; the next frame begins at `position`.
    mutating func reset(_ position: Int) async {
        detected = nil
        for index in segmenters.indices { await segmenters[index].reset(position) }
    }
}
