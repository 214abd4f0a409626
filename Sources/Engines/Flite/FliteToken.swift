/// A word as libflite takes it: what is spoken, and the punctuation around it. ASCII only.
public struct FliteToken: Sendable, Equatable {
    /// The punctuation before the word, such as `(`.
    var opening: String
    /// The word, which may be a number.
    public var name: String
    /// The punctuation after the word, such as `.`.
    public var closing: String
    /// The factor of the word's duration.
    var stretch: Float

    private static let openers = Set("\"'`({[")
    private static let closers = Set("\"'`.,:;!?)}]")

    /// Creates a token from a word with its punctuation.
    public init(_ text: String, stretch: Float = 1) {
        let opening = text.prefix { Self.openers.contains($0) }
        let rest = text[opening.endIndex...]
        let closing = String(rest.reversed().prefix { Self.closers.contains($0) }.reversed())
        self.init(
            opening: String(opening), name: String(rest.dropLast(closing.count)), closing: closing, stretch: stretch)
    }

    /// Creates a token from its parts.
    init(opening: String = "", name: String, closing: String = "", stretch: Float = 1) {
        (self.opening, self.name, self.closing, self.stretch) = (opening, name, closing, stretch)
    }
}
