/// A way to say a command: literal words and parameters, `set a timer for @minutes:Number minutes`.
///
/// `@name` stands for words, `@name:Number` for a number, `@name:Type` for a value of a type that the app lists. Names
/// and types are of letters, digits and `_`, types also have full stops inside; a digit is never first. All else is
/// literal, split as ``Words/tokenize(_:limit:)`` does: punctuation and capitals mean nothing.
public struct PhraseTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The most characters that a pattern may have.
    public static let maximumLength = 1000
    /// The type of a parameter that names none: any words.
    public static let textType = "String"
    /// The type of numbers.
    public static let numberType = "Number"

    /// A word or a parameter.
    public enum Element: Sendable, Hashable {
        /// A literal word, normalized as ``Token/text``; to be compared by ``Words/key(of:)``.
        case word(String)
        /// A parameter: its name and type as written.
        case parameter(name: String, type: String)
    }

    /// The pattern as written.
    public let text: String
    /// Its parts in order; never empty.
    public let elements: [Element]

    /// Reads a pattern.
    public init(_ text: String) throws(PhraseError) {
        var parser = try PhraseParser(text)
        elements = try parser.parse()
        self.text = text
    }

    /// The parameters in order.
    public var parameters: [(name: String, type: String)] {
        elements.compactMap { if case .parameter(let name, let type) = $0 { (name, type) } else { nil } }
    }

    /// The literal words in order.
    public var words: [String] {
        elements.compactMap { if case .word(let word) = $0 { word } else { nil } }
    }

    /// The pattern as written.
    public var description: String { text }
}
