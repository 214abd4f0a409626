/// All patterns of all apps in one tree: patterns that begin alike share the beginning.
struct PatternTree: Sendable {
    /// What leads from one node to the next.
    enum Step: Sendable, Hashable {
        /// A literal word, by its number.
        case word(Int)
        /// A number.
        case number
        /// A value of a slot type, by the type's index.
        case slot(Int)
        /// One word or more, whatever they are.
        case text
    }

    /// A place in the patterns.
    struct Node: Sendable {
        /// The node before, and the step from there; the root has itself.
        let parent: Int
        let step: Step
        /// Where a literal word leads.
        var words: [Int: Int] = [:]
        /// Where parameters lead; few, in the order of their coming.
        var parameters: [(step: Step, node: Int)] = []
        /// The patterns that end here, in catalog order.
        var patterns: [Int] = []
    }

    /// The nodes; the root is 0.
    private(set) var nodes = [Node(parent: 0, step: .text)]

    /// Adds a pattern's steps.
    mutating func insert(_ steps: [Step], pattern: Int) {
        var node = 0
        for step in steps { node = next(node, step) }
        nodes[node].patterns.append(pattern)
    }

    /// The steps from the root to a node.
    func steps(to node: Int) -> [Step] {
        var steps: [Step] = []
        var node = node
        while node != 0 {
            steps.append(nodes[node].step)
            node = nodes[node].parent
        }
        return steps.reversed()
    }

    private mutating func next(_ node: Int, _ step: Step) -> Int {
        let known =
            if case .word(let word) = step { nodes[node].words[word] } else {
                nodes[node].parameters.first { $0.step == step }?.node
            }
        if let known { return known }
        nodes.append(Node(parent: node, step: step))
        let new = nodes.count - 1
        if case .word(let word) = step {
            nodes[node].words[word] = new
        } else {
            nodes[node].parameters.append((step, new))
        }
        return new
    }
}
