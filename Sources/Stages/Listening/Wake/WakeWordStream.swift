import SaybusMessages

/// A search for wake words in a stream of sound, without turns: for a gateway whose clients want to know whether a wake
/// word was said.
package struct WakeWordStream: Sendable {
    /// A wake word that was said.
    package struct Finding: Sendable, Equatable {
        /// The index of its detector.
        package let index: Int
        /// The samples of the stream so far.
        package let position: Int
    }

    private var vad = EnergyDetector()
    private var segmenters: [WakeWordSegmenter]
    private var cutter = FrameCutter()
    private var position = 0

    /// The silence in samples after the last sound, in which a word that was said at its very end is found: 1.5 s.
    static let flush = PCMFormat.speech.samples(.milliseconds(1500))

    /// Creates a stream with a detector for each wake word.
    package init(_ detectors: [any WakeWordDetector]) { segmenters = detectors.map { WakeWordSegmenter($0) } }

    /// Takes the next samples: 16 kHz, mono.
    /// - Returns: The words that were found in them, each once.
    package mutating func process(_ samples: [Int16]) async throws -> [Finding] {
        var findings: [Finding] = []
        for frame in cutter.frames(with: samples) {
            if let finding = try await search(frame) { findings.append(finding) }
        }
        return findings
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
