/// A search for the wake word in whole recordings, by the listening stage's method, for evaluations.
package enum WakeSearch {
    private static let frame = 320

    /// Returns the end of each occurrence of the wake word, in samples of the recording.
    package static func positions(in samples: [Int16], _ detector: any WakeWordDetector) async throws -> [Int] {
        try await wakings(in: samples, detector).map(\.position)
    }

    static func wakings(in samples: [Int16], _ detector: any WakeWordDetector) async throws -> [WakeWordSegmenter
        .Waking]
    {
        var watch = WakeWordSegmenter(detector)
        var judge = EnergyDetector()
        var wakings: [WakeWordSegmenter.Waking] = []
        for start in stride(from: 0, to: samples.count, by: frame) {
            let block = Array(samples[start..<min(samples.count, start + frame)])
            let isSpeech = judge.isSpeech(block)
            if let waking = try await watch.hear(block, isSpeech: isSpeech, position: start) { wakings.append(waking) }
        }
        // An open occurrence ends with the recording.
        if let waking = await watch.finish() { wakings.append(waking) }
        await watch.forget(samples.count)
        return wakings
    }
}
