/// A regular expression over words: the ways to say the values of a type.
///
/// All words are in the form of ``Token/key``.
public indirect enum WordExpression: Sendable, Hashable {
    /// One of the phrases, each of one or more words with single spaces. An empty list matches nothing.
    case phrases([String])
    /// All items in order. An empty list matches no words.
    case sequence([WordExpression])
    /// One of the items.
    case choice([WordExpression])
    /// An item once or more.
    case repeated(WordExpression)

    /// Returns an item that may be left out.
    static func optional(_ item: WordExpression) -> WordExpression { .choice([.sequence([]), item]) }

    /// Adds the expression to a network of words, beginning at a state.
    /// - Returns: The state after the expression.
    public func lay(from start: Int, into network: inout some PhraseNetwork) -> Int {
        switch self {
        case .phrases(let phrases):
            let end = network.addState()
            for phrase in phrases {
                let words = phrase.split(separator: " ")
                var state = start
                for (index, word) in words.enumerated() {
                    let next = index == words.count - 1 ? end : network.addState()
                    network.addWord(Token(text: String(word), range: 0..<word.count), from: state, to: next)
                    state = next
                }
            }
            return end
        case .sequence(let items):
            return items.reduce(start) { $1.lay(from: $0, into: &network) }
        case .choice(let items):
            let end = network.addState()
            for item in items { network.addEmpty(from: item.lay(from: start, into: &network), to: end) }
            return end
        case .repeated(let item):
            // States of their own keep what precedes and what follows out of the loop.
            let (first, last) = (network.addState(), network.addState())
            network.addEmpty(from: start, to: first)
            let end = item.lay(from: first, into: &network)
            network.addEmpty(from: end, to: first)
            network.addEmpty(from: end, to: last)
            return last
        }
    }

    /// Returns random words of the expression, with at most three repetitions each; nil when a part has no phrases.
    func sample(using generator: inout some RandomNumberGenerator) -> [String]? {
        switch self {
        case .phrases(let phrases):
            return phrases.randomElement(using: &generator)?.split(separator: " ").map(String.init)
        case .choice(let items): return items.randomElement(using: &generator)?.sample(using: &generator)
        case .sequence(let items):
            var words: [String] = []
            for item in items {
                guard let more = item.sample(using: &generator) else { return nil }
                words += more
            }
            return words
        case .repeated(let item):
            let count = Int.random(in: 1...3, using: &generator)
            return WordExpression.sequence(Array(repeating: item, count: count)).sample(using: &generator)
        }
    }
}
