/// The cepstra of an utterance, frame by frame, without frames that the front end drops as silence.
///
/// Without silence, the mean of the cepstra is that of the speech, whatever the length of the pauses.
struct SphinxSound: Sendable {
    /// The cepstra of all frames, one after the other.
    let cepstra: [Float]
    /// The time of each frame, in frames from the first sample; ascending.
    let times: [Int]

    /// Returns the hypothesis with frame numbers converted from indices in ``cepstra`` to times.
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

    /// Returns the hypothesis with frame numbers converted from times to indices in ``cepstra``.
    func indexed(_ hypothesis: SphinxHypothesis) -> SphinxHypothesis {
        SphinxHypothesis(
            segments: hypothesis.segments.map { segment in
                var indexed = segment
                let (first, last) = (index(of: segment.frames.lowerBound), index(of: segment.frames.upperBound))
                indexed.frames = first...max(first, last)
                indexed.droppedFrames = 0
                return indexed
            })
    }

    private func time(_ index: Int) -> Int { times.isEmpty ? index : times[min(max(0, index), times.count - 1)] }

    /// Returns the index of the first frame at or after a time.
    private func index(of time: Int) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return min(low, max(0, times.count - 1))
    }
}
