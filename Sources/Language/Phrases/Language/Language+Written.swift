/// Words of a file as they are compared: people write `Montag`, `quatre-vingt` and `s'il te plaît`.
extension Language {
    /// The language with its words in lower case, without hyphens and apostrophes, and with elided words apart, as text
    /// is divided.
    var withPlainWords: Language {
        var language = self
        // The elided words come first, since the others are divided by them.
        language.elisions = elisions.map { $0.plain { Self.plain($0, Orthography()) } }
        var orthography = language.orthography
        // The words themselves are not to be divided.
        (orthography.numerals, orthography.counters, orthography.ordinalSuffixes) = ([], [], [])
        let plain: (String) -> String = { Self.plain($0, orthography) }
        language.numbers.makePlain(plain)
        language.times.makePlain(plain)
        language.fillers.leading = fillers.leading.map(plain)
        language.fillers.trailing = fillers.trailing.map(plain)
        language.fillers.afterText = fillers.afterText.plain(plain)
        language.functionWords = functionWords.plain(plain)
        language.soundAlikes = soundAlikes.plain(plain)
        language.questions?.makePlain(plain, lowercased: orthography.lowercased(text:))
        language.addresses?.makePlain(plain)
        return language
    }

    /// Returns the words of an entry with single spaces; the entry itself when it has none, such as a full stop.
    private static func plain(_ entry: String, _ orthography: Orthography) -> String {
        let words = Words.tokenize(entry, orthography: orthography).map { $0.text.filter { $0 != "'" } }
        return words.isEmpty ? entry : words.joined(separator: " ")
    }
}

extension AddressVocabulary {
    fileprivate mutating func makePlain(_ plain: (String) -> String) {
        (verbs, articles, links) = (verbs.map(plain), articles.map(plain), links.map(plain))
    }
}

extension QuestionVocabulary {
    /// Recognizers expect the words of lists with their apostrophes: `i'd like`.
    fileprivate mutating func makePlain(_ plain: (String) -> String, lowercased: (String) -> String) {
        (opposing, prohibiting) = (opposing?.plain(plain), prohibiting?.plain(plain))
        (joining, unitsOfOne) = (joining?.plain(plain), unitsOfOne?.map(lowercased))
        let lists: [WritableKeyPath<QuestionVocabulary, [String]>] = [
            \.beforeValue, \.afterValue, \.units, \.corrections, \.negations, \.determiners, \.agreeing, \.disagreeing,
            \.doubting,
        ]
        for list in lists { self[keyPath: list] = self[keyPath: list].map(lowercased) }
    }
}

extension NumberVocabulary {
    fileprivate mutating func makePlain(_ plain: (String) -> String) {
        (units, tens, extraDigits) = (units.plain(plain), tens.plain(plain), extraDigits.plain(plain))
        (repeaters, ordinals) = (repeaters.plain(plain), ordinals.plain(plain))
        (compounds, severalHundreds) = (compounds?.plain(plain), severalHundreds?.plain(plain))
        (scales, ordinalScales) = (scales.plain(plain), ordinalScales.plain(plain))
        (fractions, collectives) = (fractions.plain(plain), collectives?.plain(plain))
        (hundreds, standingAlone) = (hundreds.plain(plain), standingAlone?.plain(plain))
        (ordinalSuffixes, articles) = (ordinalSuffixes.plain(plain), articles.plain(plain))
        (conjunctions, tensConjunctions) = (conjunctions.plain(plain), tensConjunctions?.plain(plain))
        (points, signs, plusSigns) = (points.plain(plain), signs.plain(plain), plusSigns?.plain(plain))
    }
}

extension TimeVocabulary {
    fileprivate mutating func makePlain(_ plain: (String) -> String) {
        for table in Self.numberTables { self[keyPath: table] = self[keyPath: table].plain(plain) }
        (seasons, units, dayParts) = (seasons.plain(plain), units.plain(plain), dayParts.plain(plain))
        partsOfUnit = partsOfUnit.plain(plain)
        relationsAfter = relationsAfter?.plain(plain)
        (beforeHour, afterHour) = (beforeHour?.plain(plain), afterHour?.plain(plain))
        (hourWords, agoFirst) = (hourWords?.plain(plain), agoFirst?.plain(plain))
        for set in Self.wordSets { self[keyPath: set] = self[keyPath: set].plain(plain) }
    }
}

extension Dictionary where Key == String {
    fileprivate func plain(_ plain: (String) -> String) -> [String: Value] {
        var entries: [String: Value] = [:]
        for (word, value) in self { entries[plain(word)] = value }
        return entries
    }
}

extension Set where Element == String {
    fileprivate func plain(_ plain: (String) -> String) -> Set<String> {
        var words: Set<String> = []
        for word in self { words.insert(plain(word)) }
        return words
    }
}
