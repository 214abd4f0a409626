extension WordAutomaton {
    /// Sentences in which every transition occurs once at least, each as short as can be; any words are ``anyWord``.
    ///
    /// - Parameter limit: The most sentences.
    func coveringSentences(limit: Int = 20_000) -> [[String]] {
        let before = waysFromStart
        let after = waysToEnd
        var covered: Set<[Int]> = []
        var sentences: [[String]] = finals.contains(0) && arcs[0].isEmpty ? [[]] : []
        for state in arcs.indices {
            guard let start = before[state] else { continue }
            for (place, arc) in arcs[state].enumerated() where sentences.count < limit {
                guard !covered.contains([state, place]), let rest = after[arc.to] else { continue }
                let way = start + [(state, place)] + rest
                for step in way { covered.insert([step.state, step.arc]) }
                sentences.append(way.map { words[arcs[$0.state][$0.arc].word] })
            }
        }
        return sentences
    }

    private typealias Way = [(state: Int, arc: Int)]

    /// The shortest way to each state, where there is one.
    private var waysFromStart: [Way?] {
        var ways = [Way?](repeating: nil, count: arcs.count)
        ways[0] = []
        var open = [0]
        while !open.isEmpty {
            var next: [Int] = []
            for state in open {
                for (place, arc) in arcs[state].enumerated() where ways[arc.to] == nil {
                    ways[arc.to] = (ways[state] ?? []) + [(state, place)]
                    next.append(arc.to)
                }
            }
            open = next
        }
        return ways
    }

    /// The shortest way from each state to an end, where there is one.
    private var waysToEnd: [Way?] {
        var before = [[(state: Int, arc: Int)]](repeating: [], count: arcs.count)
        for state in arcs.indices {
            for (place, arc) in arcs[state].enumerated() { before[arc.to].append((state, place)) }
        }
        var ways = [Way?](repeating: nil, count: arcs.count)
        for state in finals { ways[state] = [] }
        var open = finals.sorted()
        while !open.isEmpty {
            var next: [Int] = []
            for state in open {
                for step in before[state] where ways[step.state] == nil {
                    ways[step.state] = [step] + (ways[state] ?? [])
                    next.append(step.state)
                }
            }
            open = next
        }
        return ways
    }
}
