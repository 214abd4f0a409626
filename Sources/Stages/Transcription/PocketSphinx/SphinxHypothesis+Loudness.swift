import SaybusPocketSphinx

extension SphinxHypothesis {
    /// The most that speech beside the words may be softer or louder than they are (12 dB), by the loudest frames. A
    /// voice farther away, or from a television, is not the speaker's.
    private static let maximumUnevenness = 4.0

    /// Returns whether segments beside the words have a voice that is about as loud as that of the words.
    func isAsLoud(as segments: [Segment], in samples: [Int16]) -> Bool {
        guard let first = segments.first, let last = segments.last else { return false }
        let start = min(samples.count, first.frames.lowerBound * Self.frameLength)
        let end = min(samples.count, (last.frames.upperBound + 1) * Self.frameLength)
        let words = sound(in: samples)
        let stretches = [words.startIndex..<words.endIndex, start..<end]
        return SoundLevel.unevenness(of: stretches, in: samples) <= Self.maximumUnevenness
            && SoundLevel.hasVoice(samples[start..<end])
    }

    /// The frames beside a word in which its edge may still be heard.
    private static let edge = 10

    /// Returns whether sound before or after the words, beyond their edges, is about as loud as they are.
    func hasLoudSurroundings(in samples: [Int16]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        let start = min(samples.count, max(0, first.frames.lowerBound - Self.edge) * Self.frameLength)
        let end = min(samples.count, (last.frames.upperBound + 1 + Self.edge) * Self.frameLength)
        let own = sound(in: samples)
        return [0..<start, end..<samples.count].contains { stretch in
            stretch.count >= SoundLevel.frame
                && SoundLevel.unevenness(of: [own.startIndex..<own.endIndex, stretch], in: samples)
                    <= Self.maximumUnevenness
        }
    }
}
