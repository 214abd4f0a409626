extension Language {
    /// The words that stand for open parameters in Whisper's prompt; none for a language without built-in ones whose
    /// file has none. A file with those of English, as `saybus language` writes them in another order, has none.
    package var exampleWords: [String] {
        let builtIn = Self.builtInExamples[Self.code(of: numbers.language)] ?? []
        guard let examples, Set(examples) != Set(Self.builtInExamples["en"] ?? []) else { return builtIn }
        return examples.filter(Self.isExample)
    }

    /// The most characters of an example.
    private static let maximumExampleLength = 40

    /// Returns what is wrong with the first example that cannot be in a prompt; nil when all can.
    var exampleProblem: String? {
        guard let place = examples?.firstIndex(where: { !Self.isExample($0) }) else { return nil }
        return "word \(place + 1) must have letters, at most \(Self.maximumExampleLength) characters and no line breaks"
    }

    /// Returns whether a word can be in a prompt. A long one would leave no room for sentences.
    private static func isExample(_ word: String) -> Bool {
        word.count <= maximumExampleLength && word.contains(where: \.isLetter)
            && word.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Whether examples of this language are built in.
    var hasBuiltInExamples: Bool { Self.builtInExamples[Self.code(of: numbers.language)] != nil }

    /// The words by the language's code.
    ///
    /// Whisper writes words of its prompt also for others that sound like them, so each is long, and unlikely in a
    /// command: with `milk` it wrote "milkheads" for "the kids".
    static let builtInExamples = [
        "de": ["Erdbeeren", "Regenschirm", "Großmutter", "Elefant", "Volleyball", "Zeitung", "Kalifornien"],
        "en": ["strawberries", "umbrella", "grandmother", "elephant", "volleyball", "newspaper", "california"],
        "es": ["fresas", "paraguas", "abuela", "elefante", "voleibol", "periódico", "California"],
        "fr": ["fraises", "parapluie", "grand-mère", "éléphant", "volley-ball", "journal", "Californie"],
        "it": ["fragole", "ombrello", "nonna", "elefante", "pallavolo", "giornale", "California"],
        "nl": ["aardbeien", "paraplu", "grootmoeder", "olifant", "volleybal", "krant", "Californië"],
        "pt": ["morangos", "guarda-chuva", "avó", "elefante", "voleibol", "jornal", "Califórnia"],
    ]
}
