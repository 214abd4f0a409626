/// The features of an utterance: cepstra frame by frame, without the frames that the front end removed as silence.
///
/// Without the silence, the mean of the cepstra is the mean of the speech, however long the pauses around it are.
package struct SphinxSound: Sendable {
    /// The cepstra of all frames, one after the other.
    package let cepstra: [Float]
    /// The time of each frame, in frames since the first sample; ascending.
    let times: [Int]

    /// Converts the frames of a hypothesis from places in ``cepstra`` to times.
    func timed(_ hypothesis: SphinxHypothesis) -> SphinxHypothesis {
        var result = hypothesis
        result.segments = hypothesis.segments.map { segment in
            var timed = segment
            let (first, last) = (time(segment.frames.lowerBound), time(segment.frames.upperBound))
            timed.frames = first...max(first, last)
            timed.droppedFrames = max(0, timed.frames.count - segment.frames.count)
            return timed
        }
        return result
    }

    /// Converts the frames of a hypothesis from times to places in ``cepstra``.
    package func indexed(_ hypothesis: SphinxHypothesis) -> SphinxHypothesis {
        SphinxHypothesis(
            segments: hypothesis.segments.map { segment in
                var indexed = segment
                let (first, last) = (place(segment.frames.lowerBound), place(segment.frames.upperBound))
                indexed.frames = first...max(first, last)
                indexed.droppedFrames = 0
                return indexed
            })
    }

    private func time(_ place: Int) -> Int { times.isEmpty ? place : times[min(max(0, place), times.count - 1)] }

    /// Returns the place of the first frame that is not before a time.
    private func place(_ time: Int) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return min(low, max(0, times.count - 1))
    }
}
