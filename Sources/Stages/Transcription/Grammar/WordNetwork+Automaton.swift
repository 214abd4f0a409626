extension WordNetwork {
    /// Returns the minimal deterministic automaton with the same sentences; nil when it would need more than
    /// `limit` arcs.
    func automaton(limit: Int = WordNetwork.capacity) -> WordAutomaton? {
        determinized(limit: limit).map { Self.minimized($0) }
    }

    /// Determinizes by subset construction, restricted to states from which a final state can be reached.
    private func determinized(limit: Int) -> WordAutomaton? {
        let useful = statesReachingFinal()
        var result = WordAutomaton(words: words, arcs: [], finals: [])
        var index: [[Int]: Int] = [:]
        var subsets: [[Int]] = []
        func state(of subset: [Int]) -> Int {
            if let known = index[subset] { return known }
            index[subset] = subsets.count
            subsets.append(subset)
            return subsets.count - 1
        }
        _ = state(of: closure(of: [start]))
        var arcCount = 0
        var next = 0
        while next < subsets.count {
            let subset = subsets[next]
            if !finals.isDisjoint(with: subset) { result.finals.insert(next) }
            var targets: [Int: Set<Int>] = [:]
            for state in subset {
                for transition in transitions[state] where useful.contains(transition.to) {
                    targets[transition.word, default: []].insert(transition.to)
                }
            }
            arcCount += targets.count
            guard arcCount <= limit else { return nil }
            result.arcs.append(
                targets.sorted { $0.key < $1.key }.map {
                    WordAutomaton.Arc(word: $0.key, to: state(of: closure(of: $0.value)))
                })
            next += 1
        }
        return result
    }

    /// Returns the states from which a final state can be reached.
    private func statesReachingFinal() -> Set<Int> {
        var before = [[Int]](repeating: [], count: transitions.count)
        for state in transitions.indices {
            for transition in transitions[state] { before[transition.to].append(state) }
            for next in emptyTransitions[state] { before[next].append(state) }
        }
        var useful = finals
        var open = Array(finals)
        while let state = open.popLast() {
            for previous in before[state] where useful.insert(previous).inserted { open.append(previous) }
        }
        return useful
    }

    /// Merges equivalent states by partition refinement (Moore, 1956).
    private static func minimized(_ automaton: WordAutomaton) -> WordAutomaton {
        struct Signature: Hashable {
            var group: Int
            var arcs: [WordAutomaton.Arc]
        }
        let states = automaton.arcs.indices
        var groups = states.map { automaton.finals.contains($0) ? 1 : 0 }
        var count = Set(groups).count
        while true {
            var index: [Signature: Int] = [:]
            let next = states.map { state in
                let arcs = automaton.arcs[state].map { WordAutomaton.Arc(word: $0.word, to: groups[$0.to]) }
                let signature = Signature(group: groups[state], arcs: arcs)
                if let known = index[signature] { return known }
                index[signature] = index.count
                return index.count - 1
            }
            // Groups are numbered by first appearance, so the start state's group is 0.
            groups = next
            if index.count == count { break }
            count = index.count
        }
        var result = WordAutomaton(words: automaton.words, arcs: Array(repeating: [], count: count), finals: [])
        for state in states {
            result.arcs[groups[state]] = automaton.arcs[state].map {
                WordAutomaton.Arc(word: $0.word, to: groups[$0.to])
            }
            if automaton.finals.contains(state) { result.finals.insert(groups[state]) }
        }
        return result
    }
}
