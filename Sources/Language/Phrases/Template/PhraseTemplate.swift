/// A pattern of a command's sentences, with literal words and parameters: `(set|start) [a] timer for
/// {minutes} minute[s]`.
///
/// The language is the union of three. From SayKit: `@name` stands for words, `@name:Number` for a number,
/// `@name:Type` for a value of a type that the app lists. From Alexa: `{slot}` stands for the slot that the
/// command declares. From Home Assistant: `(a|b)`, `[a]`, `(a;b)`, `{list}`, `{list:slot}`, `{1..10:slot}`,
/// `<rule>` and `(spoken:value)`.
///
/// A `\` removes the meaning of the character after it. Names consist of letters, digits and `_`, and do not
/// begin with a digit; names of types and lists may also have full stops inside. Everything else is literal
/// and divided as ``Words/tokenize(_:limit:orthography:)`` does: punctuation and capitals have no meaning.
public struct PhraseTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The most characters of a pattern.
    public static let maximumLength = 1000
    /// The deepest nesting of groups.
    public static let maximumDepth = 40
    /// The most parts of `(a;b;c)`.
    static let maximumPermutation = 6
    /// The type of a parameter that names none: any words.
    public static let textType = "String"
    /// The type of numbers.
    public static let numberType = "Number"

    /// A word or a parameter.
    public enum Element: Sendable, Hashable {
        /// A literal word, normalized as ``Token/text``. Compare it by ``Words/key(of:)``.
        case word(String)
        /// A parameter: its name and type as written.
        case parameter(name: String, type: String)
    }

    /// The pattern as written.
    public let text: String
    /// The syntax tree.
    public let expression: PhraseExpression

    /// Reads a pattern.
    public init(_ text: String) throws(PhraseError) {
        var parser = try PhraseParser(text)
        expression = try parser.parse()
        self.text = text
    }

    /// The parameters in the order of writing, each name once, except those of rules.
    public var parameters: [(name: String, type: String)] {
        var seen: Set<String> = []
        return expression.slots.filter { !$0.isHidden && seen.insert($0.name).inserted }.map {
            ($0.name, $0.range == nil ? $0.typeName : PhraseTemplate.numberType)
        }
    }

    /// The plainest sentence of the pattern: with the first of all alternatives, without optional parts and
    /// without rules. Empty when nothing remains.
    public var elements: [Element] {
        var elements: [Element] = []
        var literal = ""
        func take(_ expression: PhraseExpression) {
            switch expression {
            case .text(let text): literal += text
            case .space: literal += " "
            case .sequence(let items): items.forEach(take)
            case .permutation(let items):
                for item in items { take(.sequence([.space, item, .space])) }
            case .alternatives(let items): if !items.contains(.nothing), let first = items.first { take(first) }
            case .mapping(let spoken, _): take(spoken)
            case .rule: break
            case .slot(let slot):
                elements += Words.tokenize(literal).map { .word($0.text) }
                literal = ""
                elements.append(
                    .parameter(name: slot.name, type: slot.range == nil ? slot.typeName : PhraseTemplate.numberType))
            }
        }
        take(expression)
        return elements + Words.tokenize(literal).map { .word($0.text) }
    }

    /// The literal words of ``elements``.
    public var words: [String] {
        elements.compactMap { if case .word(let word) = $0 { word } else { nil } }
    }

    /// The names of the parameters that may be missing in a sentence of the pattern.
    public var optionalParameters: Set<String> { Set(parameters.map(\.name)).subtracting(expression.certainSlots) }

    /// The pattern as written.
    public var description: String { text }
}

extension PhraseError {
    static let empty = PhraseError(.empty, column: 1, "the pattern has no words: write what the user would say")
}
