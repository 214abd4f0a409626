import SaybusMessages

/// A search for the wake word in whole recordings, with the method of the listening stage, for evaluations.
package enum RecordedWakeWords {
    private static let frame = PCMFormat.speech.frameLength

    /// Returns the end of each occurrence of the wake word, in samples of the recording.
    /// - Parameters:
    ///   - samples: The recording.
    ///   - detector: The detector.
    ///   - gain: The amplification before the search; nil leaves the recording as it is.
    package static func positions(
        in samples: [Int16], _ detector: any WakeWordDetector, gain: Gain? = nil
    ) async throws -> [Int] {
        try await detections(in: samples, detector, gain: gain).map(\.position)
    }

    static func detections(
        in samples: [Int16], _ detector: any WakeWordDetector, gain: Gain? = nil
    ) async throws -> [WakeWordSegmenter.Detection] {
        var segmenter = WakeWordSegmenter(detector)
        var control = gain.map(GainControl.init)
        var speechDetector = EnergyDetector()
        var detections: [WakeWordSegmenter.Detection] = []
        for start in stride(from: 0, to: samples.count, by: frame) {
            let block = Array(samples[start..<min(samples.count, start + frame)])
            let isSpeech = speechDetector.isSpeech(block)
            let amplified = control?.apply(block, isSpeech: isSpeech) ?? block
            if let detection = try await segmenter.process(amplified, isSpeech: isSpeech, position: start) {
                detections.append(detection)
            }
        }
        // The end of the recording completes an occurrence after which too little audio followed.
        if let detection = await segmenter.finish() { detections.append(detection) }
        await segmenter.reset(samples.count)
        return detections
    }
}
