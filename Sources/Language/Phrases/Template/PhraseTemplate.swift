/// A way to say a command: literal words and parameters, `(set|start) [a] timer for {minutes} minute[s]`.
///
/// The language is the union of three. SayKit's `@name` stands for words, `@name:Number` for a number, `@name:Type` for
/// a value of a type that the app lists; Alexa's `{slot}` for the slot that the command declares; Home Assistant's
/// `(a|b)`, `[a]`, `(a;b)`, `{list}`, `{list:slot}`, `{1..10:slot}`, `<rule>` and `(spoken:value)` are as there. A `\`
/// takes the meaning from the character after it. Names are of letters, digits and `_`, those of types and lists also
/// have full stops inside; a digit is never first. All else is literal, split as ``Words/tokenize(_:limit:)`` does:
/// punctuation and capitals mean nothing.
public struct PhraseTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The most characters that a pattern may have.
    public static let maximumLength = 1000
    /// How deep groups may be in groups.
    public static let maximumDepth = 40
    /// The most parts of `(a;b;c)`.
    public static let maximumPermutation = 6
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
    /// What it is made of.
    public let expression: PhraseExpression

    /// Reads a pattern.
    public init(_ text: String) throws(PhraseError) {
        var parser = try PhraseParser(text)
        expression = try parser.parse()
        self.text = text
    }

    /// The parameters in the order of writing, each name once. Those of rules are not among them.
    public var parameters: [(name: String, type: String)] {
        var seen: Set<String> = []
        return expression.slots.filter { !$0.isHidden && seen.insert($0.name).inserted }.map {
            ($0.name, $0.range == nil ? $0.typeName : PhraseTemplate.numberType)
        }
    }

    /// The plainest sentence of the pattern: of alternatives the first, without what is optional and without rules. Empty
    /// when nothing is left.
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

    /// The names of the parameters that a sentence of the pattern may lack.
    public var optionalParameters: Set<String> { Set(parameters.map(\.name)).subtracting(expression.certainSlots) }

    /// The pattern as written.
    public var description: String { text }
}

extension PhraseError {
    static let empty = PhraseError(.empty, column: 1, "the pattern has no words: write what the user would say")
}
