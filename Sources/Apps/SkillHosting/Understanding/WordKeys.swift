import SaybusPhrases

/// The keys of a sentence's words; nil outside of it.
struct WordKeys {
    private let tokens: [Token]

    init(_ tokens: [Token]) { self.tokens = tokens }

    subscript(position: Int) -> String? { tokens.indices.contains(position) ? tokens[position].key : nil }
}
