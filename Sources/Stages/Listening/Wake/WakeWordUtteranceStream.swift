/// A search for a wake word in a stream of sound, and for the utterance after it, without turns: for a gateway whose
/// clients send only sound.
package struct WakeWordUtteranceStream: Sendable {
    /// A step on the way from a wake word to the utterance after it.
    package enum Step: Sendable, Equatable {
        /// The word of the detector with this index was said.
        case detected(Int)
        /// The utterance begins, with the sound after the word. The stream has ended.
        case utterance([Int16])
    }

    private var vad = EnergyDetector()
    private var segmenters: [WakeWordSegmenter]
    private var cutter = FrameCutter()
    private var position = 0
    /// The detector whose word was said, while it is not known whether speech follows.
    private var detected: Int?

    /// Creates a stream with a detector for each wake word.
    package init(_ detectors: [any WakeWordDetector]) { segmenters = detectors.map { WakeWordSegmenter($0) } }

    /// Takes the next samples, 16 kHz, mono, up to the utterance after a wake word.
    ///
    /// A word is detected a little after its end, so a command that follows at once has begun by then.
    package mutating func process(_ samples: [Int16]) async throws -> [Step] {
        var steps: [Step] = []
        let frames = cutter.frames(with: samples)
        for (index, frame) in frames.enumerated() {
            let before = detected
            let detection = try await detection(in: frame)
            if let detected, before == nil { steps.append(.detected(detected)) }
            guard let detection else { continue }
            let following = detection.frames.dropFirst(detection.lastSoundFrames).flatMap(\.samples)
            let unheard = frames[(index + 1)...].flatMap(\.self) + cutter.rest
            steps.append(.utterance(following + unheard))
            (cutter, detected) = (FrameCutter(), nil)
            break
        }
        return steps
    }

    /// Searches the end of the stream for a wake word, and ends it.
    package mutating func finish() async throws -> [Step] {
        let steps = try await process([Int16](repeating: 0, count: WakeWordStream.flush))
        for index in segmenters.indices { await segmenters[index].reset(position) }
        detected = nil
        return steps
    }

    /// Searches a frame for the first word, and after that for the end of its last sound.
    private mutating func detection(in frame: [Int16]) async throws -> WakeWordSegmenter.Detection? {
        let isSpeech = vad.isSpeech(frame)
        let start = position
        position += frame.count
        for index in segmenters.indices where detected == nil || detected == index {
            let detection = try await segmenters[index].process(frame, isSpeech: isSpeech, position: start)
            guard detection != nil || segmenters[index].hasDetected else { continue }
            if detected == nil {
                detected = index
                // One word must not count twice.
                for other in segmenters.indices where other != index { await segmenters[other].reset(position) }
            }
            return detection
        }
        return nil
    }
}
