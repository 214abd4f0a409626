/// Words of a language in the form in which they are compared, beside the form in which they are written and
/// pronounced: `dreissig` beside `dreißig`.
extension Language {
    /// The language with the keys of all its words (``Words/key(of:)``).
    package var withKeys: Language {
        var language = self
        (language.numbers, language.times) = (numbers.withKeys, times.withKeys)
        language.fillers.leading = fillers.leading.withKeys
        language.fillers.trailing = fillers.trailing.withKeys
        language.fillers.afterText.addKeys()
        language.functionWords.addKeys()
        language.soundAlikes.addKeys()
        return language
    }
}

extension NumberVocabulary {
    /// The vocabulary with the keys of all its words.
    var withKeys: NumberVocabulary {
        var vocabulary = self
        let tables: [WritableKeyPath<NumberVocabulary, [String: Int]>] = [
            \.units, \.tens, \.extraDigits, \.repeaters, \.ordinals,
        ]
        for table in tables { vocabulary[keyPath: table].addKeys() }
        let values: [WritableKeyPath<NumberVocabulary, [String: Double]>] = [\.scales, \.ordinalScales, \.fractions]
        for table in values { vocabulary[keyPath: table].addKeys() }
        vocabulary.compounds?.addKeys()
        vocabulary.collectives?.addKeys()
        vocabulary.severalHundreds?.addKeys()
        vocabulary.standingAlone?.addKeys()
        vocabulary.tensConjunctions?.addKeys()
        vocabulary.plusSigns?.addKeys()
        let sets: [WritableKeyPath<NumberVocabulary, Set<String>>] = [
            \.hundreds, \.articles, \.conjunctions, \.points, \.signs,
        ]
        for set in sets { vocabulary[keyPath: set].addKeys() }
        return vocabulary
    }
}

extension TimeVocabulary {
    /// The vocabulary with the keys of all its words.
    var withKeys: TimeVocabulary {
        var vocabulary = self
        for table in Self.numberTables { vocabulary[keyPath: table].addKeys() }
        let names: [WritableKeyPath<TimeVocabulary, [String: String]>] = [\.seasons, \.units, \.dayParts]
        for table in names { vocabulary[keyPath: table].addKeys() }
        vocabulary.partsOfUnit.addKeys()
        vocabulary.relationsAfter?.addKeys()
        vocabulary.beforeHour?.addKeys()
        vocabulary.afterHour?.addKeys()
        vocabulary.hourWords?.addKeys()
        vocabulary.agoFirst?.addKeys()
        for set in Self.wordSets { vocabulary[keyPath: set].addKeys() }
        return vocabulary
    }
}

extension Dictionary where Key == String {
    fileprivate mutating func addKeys() {
        for (word, value) in self {
            let key = Words.key(of: word)
            if key != word { self[key] = value }
        }
    }
}

extension Set where Element == String {
    fileprivate mutating func addKeys() { formUnion(map(Words.key(of:))) }
}

extension Array where Element == String {
    fileprivate var withKeys: [String] {
        flatMap { word in
            let key = Words.key(of: word)
            return key == word ? [word] : [word, key]
        }
    }
}
