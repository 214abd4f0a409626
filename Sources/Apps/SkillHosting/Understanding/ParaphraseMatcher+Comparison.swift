import SaybusMessages

extension ParaphraseMatcher {
    /// A sample beside a sentence.
    struct Comparison {
        let sample: SampleShape
        var likeness = 0.0
        /// The values of the slots that have been found, by name.
        var found: [String: ValueGroup] = [:]
        /// The positions of the words of several values, or of a part of one, by the name of a slot that takes one.
        var unclear: [String: Set<Int>] = [:]
        /// The positions of the sentence's words that words of the sample have matched, by the position in the sample.
        var matched: [Int: Int] = [:]
        /// The positions that the sample does not explain, without function words.
        var rest: Set<Int> = []
        /// The positions of the words of rejected values, with what rejects them.
        var rejected: Set<Int> = []
    }
}

extension ParaphraseMatcher.Comparison {
    /// Number of slots for which the sentence has values, also unclear ones.
    var filledCount: Int { found.count + unclear.count }

    /// Whether the sentence has values for a slot, also unclear ones.
    func hasValue(_ slot: String) -> Bool { found[slot] != nil || unclear[slot] != nil }

    /// The positions that the sample explains.
    var taken: Set<Int> {
        let groups = found.values.map(\.words) + unclear.values
        return groups.reduce(rejected.union(matched.values)) { $0.union($1) }
    }

    /// Returns the values of the slots that have been found.
    func parameters(ofFound words: [String]) -> [String: Parameter] {
        found.mapValues { group in
            var parameter = group.values[0].parameter
            guard let last = group.values.dropFirst().last else { return parameter }
            let span = group.values[0].range.lowerBound..<last.range.upperBound
            parameter.words =
                span.allSatisfy(group.words.contains)
                ? words[span].joined(separator: " ")
                : group.values.map(\.parameter.words).joined(separator: ", ")
            return parameter
        }
    }

    /// Returns the values of the slots. A slot without a value gets the words that stand where it stands in the sample.
    func parameters(_ words: [String]) -> [String: Parameter] {
        var parameters = parameters(ofFound: words)
        var taken = taken
        for (index, part) in sample.parts.enumerated() {
            guard case .slot(let name, let type, _) = part, !hasValue(name), parameters[name] == nil,
                let range = place(of: index, taken, words.count)
            else { continue }
            let limit = SlotValueFinder.takesAnything(type) ? words.count : ParaphraseMatcher.maximumOpenWords
            guard range.count <= limit, range.contains(where: rest.contains) else { continue }
            let text = words[range].joined(separator: " ")
            parameters[name] = Parameter(
                value: .text(text), words: text, type: type, confidence: 0.5, resolution: .init(.unmatched))
            taken.formUnion(range)
        }
        return parameters
    }

    /// Returns the free words next to the word that stands before the slot in the sample, or after it.
    private func place(of index: Int, _ taken: Set<Int>, _ count: Int) -> Range<Int>? {
        if index > 0, let before = matched[index - 1] {
            let end = (before + 1..<count).first(where: taken.contains) ?? count
            return before + 1 < end ? before + 1..<end : nil
        }
        guard let after = matched[index + 1] else { return nil }
        let start = (0..<after).last(where: taken.contains).map { $0 + 1 } ?? 0
        // Before the words of the slot are those of the sentence around it.
        guard let first = (start..<after).first(where: rest.contains) else { return nil }
        return first..<after
    }
}
