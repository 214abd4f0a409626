import SaybusMessages

/// A search for wake words in a stream of sound, without turns: for a gateway whose clients want to know whether a wake
/// word was said, and what follows it.
package struct WakeWordStream: Sendable {
    /// A wake word that was said.
    package struct Finding: Sendable, Equatable {
        /// The index of its detector.
        package let index: Int
        /// The samples of the stream so far.
        package let position: Int
    }

    /// A step on the way from a wake word to the utterance after it.
    package enum Step: Sendable, Equatable {
        /// The word of the detector with this index was said.
        case detected(Int)
        /// The utterance begins, with the sound after the word. The stream has ended.
        case utterance([Int16])
    }

    private var vad = EnergyDetector()
    private var segmenters: [WakeWordSegmenter]
    private var pending: [Int16] = []
    private var position = 0
    /// The detector whose word was said, while it is not known whether speech follows.
    private var detected: Int?

    /// The samples of a frame.
    private static let frame = PCMFormat.speech.frameLength
    /// The silence in samples after the last sound, in which a word that was said at its very end is found: 1.5 s.
    private static let flush = PCMFormat.speech.samples(.milliseconds(1500))

    /// Creates a stream with a detector for each wake word.
    package init(_ detectors: [any WakeWordDetector]) { segmenters = detectors.map { WakeWordSegmenter($0) } }

    /// Takes the next samples: 16 kHz, mono.
    /// - Returns: The words that were found in them, each once.
    package mutating func process(_ samples: [Int16]) async throws -> [Finding] {
        pending += samples
        var findings: [Finding] = []
        var start = 0
        while pending.count - start >= Self.frame {
            let frame = Array(pending[start..<start + Self.frame])
            start += Self.frame
            if let finding = try await search(frame) { findings.append(finding) }
        }
        pending.removeFirst(start)
        return findings
    }

    /// Takes the next samples up to the utterance after a wake word.
    ///
    /// A word is detected a little after its end, so a command that follows at once has begun by then.
    package mutating func processToUtterance(_ samples: [Int16]) async throws -> [Step] {
        pending += samples
        var steps: [Step] = []
        while pending.count >= Self.frame {
            let frame = Array(pending.prefix(Self.frame))
            pending.removeFirst(Self.frame)
            let before = detected
            let detection = try await detection(in: frame)
            if let detected, before == nil { steps.append(.detected(detected)) }
            guard let detection else { continue }
            let following = detection.frames.dropFirst(detection.lastSound).flatMap(\.samples)
            steps.append(.utterance(following + pending))
            (pending, detected) = ([], nil)
            break
        }
        return steps
    }

    /// Searches the end of the stream for a wake word, and ends it.
    package mutating func finishToUtterance() async throws -> [Step] {
        let steps = try await processToUtterance([Int16](repeating: 0, count: Self.flush))
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

    /// Searches the end of the stream, and ends it.
    ///
    /// A detector is certain of a word only some time after its end, so silence follows the last sound.
    package mutating func finish() async throws -> [Finding] {
        let findings = try await process([Int16](repeating: 0, count: Self.flush))
        for index in segmenters.indices { await segmenters[index].reset(position) }
        return findings
    }

    private mutating func search(_ frame: [Int16]) async throws -> Finding? {
        let isSpeech = vad.isSpeech(frame)
        let start = position
        position += frame.count
        for index in segmenters.indices {
            let isOver = try await segmenters[index].process(frame, isSpeech: isSpeech, position: start) != nil
            guard isOver || segmenters[index].hasDetected else { continue }
            // The others are reset as well: one word must not count twice.
            for index in segmenters.indices { await segmenters[index].reset(position) }
            return Finding(index: index, position: position)
        }
        return nil
    }
}
