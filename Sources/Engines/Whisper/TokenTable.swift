/// The texts of a model's tokens.
///
/// A text is a sequence of bytes, usually with the space before a word, and may be a part of a character.
struct TokenTable: Sendable {
    /// The token of each text.
    private let tokens: [[UInt8]: Int32]
    /// The bytes of each token, by its number.
    private let texts: [[UInt8]]
    /// The most bytes of a text.
    private let longest: Int
    /// The tokens of punctuation within a sentence, and of that at its end.
    let (pauses, stops): ([Int32], [Int32])

    private static let marks = (pauses: [",", ";", ":", " -"], stops: [".", "?", "!", "..."])

    /// Creates a table of the texts of the tokens from 0 on.
    init(_ texts: [[UInt8]]) {
        self.texts = texts
        var tokens: [[UInt8]: Int32] = [:]
        // Of equal texts the first is the usual one.
        for (id, text) in texts.enumerated() where !text.isEmpty && tokens[text] == nil { tokens[text] = Int32(id) }
        self.tokens = tokens
        longest = texts.reduce(0) { max($0, $1.count) }
        pauses = Self.marks.pauses.compactMap { tokens[Array($0.utf8)] }
        stops = Self.marks.stops.compactMap { tokens[Array($0.utf8)] }
    }

    var count: Int { texts.count }

    /// Returns the bytes of a token.
    subscript(token: Int32) -> [UInt8] { texts[Int(token)] }

    /// Returns the tokens with which a text may go on from a byte on, each with the byte after it.
    func tokens(in text: [UInt8], from start: Int) -> [(token: Int32, end: Int)] {
        (start + 1..<max(start + 1, min(text.count, start + longest) + 1)).compactMap { end in
            tokens[Array(text[start..<end])].map { ($0, end) }
        }
    }
}
