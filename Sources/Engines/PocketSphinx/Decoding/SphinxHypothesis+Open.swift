extension SphinxHypothesis {
    /// Whether phones stand for words somewhere.
    package var isOpen: Bool { segments.contains(where: \.isPhone) }
    /// Whether phones stand for all words.
    package var isDictated: Bool { isOpen && words.allSatisfy(\.isPhone) }

    /// The stretches in which phones stand for words, as frames from the end of the word before to the start of the
    /// word after, so that no sound at the edges is lost.
    package var openStretches: [ClosedRange<Int>] {
        var stretches: [ClosedRange<Int>] = []
        var previousEnd = -1
        var isOpen = false
        for segment in segments where !segment.isFiller {
            if segment.isPhone {
                let start = isOpen ? stretches.removeLast().lowerBound : previousEnd + 1
                stretches.append(start...max(start, segment.frames.upperBound))
            }
            isOpen = segment.isPhone
            previousEnd = segment.frames.upperBound
        }
        return stretches
    }

    /// Returns the hypothesis with words in place of the phones of each stretch, in the order of ``openStretches``.
    package func replacingPhones(with words: [[Segment]]) -> SphinxHypothesis {
        var result: [Segment] = []
        var stretch = 0
        var isOpen = false
        for segment in segments where !segment.isFiller {
            if segment.isPhone, !isOpen {
                if words.indices.contains(stretch) { result += words[stretch] }
                stretch += 1
            } else if !segment.isPhone {
                result.append(segment)
            }
            isOpen = segment.isPhone
        }
        return SphinxHypothesis(segments: result)
    }
}
