/// Which words each step of a pattern takes.
///
/// Of several ways, the one whose first parameters decide: a number or a slot value takes as many words as it can, an
/// open parameter as few. The table of what can be completed from where has steps times words entries, and each is
/// computed once: no pattern makes it try ways again.
struct Alignment {
    /// The words of each step.
    let ranges: [Range<Int>]

    /// Nil when the steps cannot cover just the range.
    init?(_ steps: [PatternTree.Step], _ utterance: inout Utterance, _ range: Range<Int>) {
        let width = range.count + 1
        let base = range.lowerBound
        // canEnd[step * width + offset]: the steps from this one on can cover the words from the offset on.
        var canEnd = [Bool](repeating: false, count: (steps.count + 1) * width)
        canEnd[steps.count * width + range.count] = true
        for (index, step) in steps.enumerated().reversed() {
            var canEndLater = false
            for offset in (0..<range.count).reversed() {
                let next = (index + 1) * width + offset
                switch step {
                case .word(let word):
                    canEnd[next - width] = canEnd[next + 1] && utterance.words[base + offset] == word
                case .text:
                    canEndLater = canEndLater || canEnd[next + 1]
                    canEnd[next - width] = canEndLater
                case .number, .slot:
                    canEnd[next - width] = utterance.counts(of: step, at: base + offset, end: range.upperBound)
                        .contains { canEnd[next + $0] }
                }
            }
        }
        guard canEnd[0] else { return nil }
        var ranges: [Range<Int>] = []
        var offset = 0
        for (index, step) in steps.enumerated() {
            let next = (index + 1) * width + offset
            let count: Int? =
                switch step {
                case .word: 1
                case .text: (1..<max(1, width - offset)).first { canEnd[next + $0] }
                case .number, .slot:
                    utterance.counts(of: step, at: base + offset, end: range.upperBound).first { canEnd[next + $0] }
                }
            guard let count else { return nil }
            ranges.append(base + offset..<base + offset + count)
            offset += count
        }
        self.ranges = ranges
    }
}
