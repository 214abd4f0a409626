/// The counts of expected, recognized and correctly recognized utterances for each intent.
struct IntentTally {
    private var intents: [String: (found: Int, wanted: Int, right: Int)] = [:]

    /// Counts an utterance. Nil means no intent.
    mutating func add(wanted: String?, found: String?) {
        if let wanted { intents[wanted, default: (0, 0, 0)].wanted += 1 }
        if let found { intents[found, default: (0, 0, 0)].found += 1 }
        if let wanted, wanted == found { intents[wanted, default: (0, 0, 0)].right += 1 }
    }

    /// The mean F1 of all intents that were expected; nil when none was.
    var macroF1: Double? {
        let wanted = intents.values.filter { $0.wanted > 0 }
        guard !wanted.isEmpty else { return nil }
        let sum = wanted.reduce(0) { $0 + 2 * Double($1.right) / Double($1.found + $1.wanted) }
        return sum / Double(wanted.count)
    }
}
