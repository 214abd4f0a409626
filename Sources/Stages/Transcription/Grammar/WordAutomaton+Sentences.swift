extension WordAutomaton {
    /// Returns sentences that together use every arc at least once, each the shortest for its first unused arc.
    /// Arcs for any word appear as ``anyWord``.
    ///
    /// - Parameter limit: The maximum number of sentences.
    func coveringSentences(limit: Int = 20_000) -> [[String]] {
        let before = pathsFromStart
        let after = pathsToEnd
        var covered: Set<[Int]> = []
        var sentences: [[String]] = finals.contains(0) && arcs[0].isEmpty ? [[]] : []
        for state in arcs.indices {
            guard let start = before[state] else { continue }
            for (place, arc) in arcs[state].enumerated() where sentences.count < limit {
                guard !covered.contains([state, place]), let rest = after[arc.to] else { continue }
                let path = start + [(state, place)] + rest
                for step in path { covered.insert([step.state, step.arc]) }
                sentences.append(path.map { words[arcs[$0.state][$0.arc].word] })
            }
        }
        return sentences
    }

    private typealias Path = [(state: Int, arc: Int)]

    /// The shortest path from the start to each state; nil where there is none.
    private var pathsFromStart: [Path?] {
        var paths = [Path?](repeating: nil, count: arcs.count)
        paths[0] = []
        var open = [0]
        while !open.isEmpty {
            var next: [Int] = []
            for state in open {
                for (place, arc) in arcs[state].enumerated() where paths[arc.to] == nil {
                    paths[arc.to] = (paths[state] ?? []) + [(state, place)]
                    next.append(arc.to)
                }
            }
            open = next
        }
        return paths
    }

    /// The shortest path from each state to a final state; nil where there is none.
    private var pathsToEnd: [Path?] {
        var before = [[(state: Int, arc: Int)]](repeating: [], count: arcs.count)
        for state in arcs.indices {
            for (place, arc) in arcs[state].enumerated() { before[arc.to].append((state, place)) }
        }
        var paths = [Path?](repeating: nil, count: arcs.count)
        for state in finals { paths[state] = [] }
        var open = finals.sorted()
        while !open.isEmpty {
            var next: [Int] = []
            for state in open {
                for step in before[state] where paths[step.state] == nil {
                    paths[step.state] = [step] + (paths[state] ?? [])
                    next.append(step.state)
                }
            }
            open = next
        }
        return paths
    }
}
