/// Reads a pattern from left to right.
struct PhraseParser {
    private let characters: [Character]
    private var position = 0
    private var literalStart = 0
    private var elements: [PhraseTemplate.Element] = []

    init(_ text: String) throws(PhraseError) {
        characters = Array(text.prefix(PhraseTemplate.maximumLength + 1))
        guard characters.count <= PhraseTemplate.maximumLength else {
            throw PhraseError(
                .tooLong, column: characters.count,
                "the pattern has more than \(PhraseTemplate.maximumLength) characters: make several of it")
        }
    }

    mutating func parse() throws(PhraseError) -> [PhraseTemplate.Element] {
        var names: Set<String> = []
        while position < characters.count {
            guard characters[position] == "@" else {
                position += 1
                continue
            }
            takeLiteral()
            let start = position
            let (name, type) = try parameter()
            guard names.insert(name).inserted else {
                throw PhraseError(
                    .duplicateName, column: start + 1,
                    "the parameter @\(name) comes twice: give the second another name")
            }
            elements.append(.parameter(name: name, type: type))
            literalStart = position
        }
        takeLiteral()
        guard !elements.isEmpty else {
            throw PhraseError(.empty, column: 1, "the pattern has no words: write what the user would say")
        }
        return elements
    }

    private mutating func takeLiteral() {
        guard literalStart < position else { return }
        let literal = String(characters[literalStart..<position])
        elements += Words.tokenize(literal).map { .word($0.text) }
    }

    private mutating func parameter() throws(PhraseError) -> (name: String, type: String) {
        let start = position
        position += 1
        let name = identifier(allowsDots: false)
        guard !name.isEmpty else {
            throw PhraseError(
                .missingName, column: start + 1, "a parameter's name must follow the @, as in @name or @count:Number")
        }
        guard position < characters.count, characters[position] == ":" else {
            return (name, PhraseTemplate.textType)
        }
        position += 1
        let type = identifier(allowsDots: true)
        guard !type.isEmpty else {
            throw PhraseError(
                .badType, column: position + 1,
                "the name of a type must follow @\(name):, as in @\(name):Number; leave the colon out for any words")
        }
        return (name, type)
    }

    /// Letters, digits and `_`; a digit is not first. A full stop may join two such names.
    private mutating func identifier(allowsDots: Bool) -> String {
        let start = position
        guard position < characters.count, Self.isLetter(characters[position]) else { return "" }
        while position < characters.count {
            if Self.isLetter(characters[position]) || characters[position].isNumber {
                position += 1
            } else if allowsDots, characters[position] == ".", position + 1 < characters.count,
                Self.isLetter(characters[position + 1])
            {
                position += 1
            } else {
                break
            }
        }
        return String(characters[start..<position])
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character == "_" }
}
