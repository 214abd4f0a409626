import SaybusListening
import SaybusMessages

/// A recording with its own background noise before and after it, and optionally with a pause in its middle.
struct EndpointingScene {
    /// The samples from the noise before the speech to the noise after it.
    let samples: [Int16]
    /// The range of the speech, its pause included.
    let speech: Range<Int>

    private static let before = PCMFormat.speech.samples(.seconds(1))
    private static let after = PCMFormat.speech.samples(.seconds(3))
    /// Samples of background noise that are repeated: 200 ms.
    private static let piece = PCMFormat.speech.samples(.milliseconds(200))

    init(_ recording: [Int16], pauseMs: Int) {
        let extent = SpeechExtent.find(in: recording)
        let room = Self.quietest(recording[...], length: Self.piece)
        var middle = recording
        var speech = extent
        if pauseMs > 0 {
            // The pause is inserted at the quietest 60 ms of the middle half of the speech.
            let inner = extent.lowerBound + extent.count / 4..<extent.upperBound - extent.count / 4
            let gap = Self.quietest(recording[inner], length: PCMFormat.speech.samples(.milliseconds(60)))
            let pause = PCMFormat.speech.samples(.milliseconds(pauseMs))
            middle.insert(contentsOf: Self.repeated(recording[room], count: pause), at: gap.lowerBound + gap.count / 2)
            speech = extent.lowerBound..<extent.upperBound + pause
        }
        samples =
            Self.repeated(recording[room], count: Self.before) + middle
            + Self.repeated(recording[room], count: Self.after)
        self.speech = speech.lowerBound + Self.before..<speech.upperBound + Self.before
    }

    /// Returns the stretch of the given length with the least energy; all samples when there are fewer.
    private static func quietest(_ samples: ArraySlice<Int16>, length: Int) -> Range<Int> {
        let starts = stride(from: samples.startIndex, through: samples.endIndex - length, by: length / 4)
        let best = starts.min { energy(samples[$0..<$0 + length]) < energy(samples[$1..<$1 + length]) }
        return best.map { $0..<$0 + length } ?? samples.indices
    }

    private static func energy(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) }
    }

    /// Returns the samples repeated, alternately forwards and backwards, so that the joints are inaudible.
    private static func repeated(_ samples: ArraySlice<Int16>, count: Int) -> [Int16] {
        guard !samples.isEmpty else { return [Int16](repeating: 0, count: count) }
        let round = Array(samples) + samples.reversed()
        return (0..<count).map { round[$0 % round.count] }
    }
}
