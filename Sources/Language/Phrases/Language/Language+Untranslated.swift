import Foundation

extension Language {
    /// The parts that are absent or those of English, a line for each section: `sentences: 3 of 60: failed, or`. Words
    /// that are the same in both languages count, too.
    public var untranslated: [String] {
        let own = Self.parts(of: text)
        var english = Self.parts(of: Self.english.text)
        // English words count as absent there.
        if AddressVocabulary.isBuiltIn(numbers.language) { english["addresses"] = nil }
        if hasBuiltInExamples { english["examples"] = nil }
        return english.keys.sorted().compactMap { section in
            // Empty parts of English have nothing to translate. One that the file empties has no words on purpose.
            let theirs = (english[section] ?? [:]).filter { !Self.emptyParts.contains($0.value) }
            let same = theirs.keys.filter { own[section]?[$0] == nil || own[section]?[$0] == theirs[$0] }.sorted()
            guard !same.isEmpty else { return nil }
            let names = same.filter { !$0.isEmpty }
            return "\(section): \(same.count) of \(theirs.count)"
                + (names.isEmpty || names.count == theirs.count ? "" : ": \(names.joined(separator: ", "))")
        }
    }

    /// The numbers below 100 that no words of the language say.
    public var missingNumbers: [Int] {
        let (expressions, parser) = (NumberExpressions(vocabulary: numbers), NumberParser(numbers))
        return (0...99).filter { number in
            guard case .phrases(let ways) = expressions.cardinals(number...number) else { return true }
            return !ways.contains { parser.parseAll($0) == Double(number) }
        }
    }

    private static let emptyParts = [Data("[[]]".utf8), Data("[{}]".utf8)]

    /// Returns the parts of each section as JSON, by their names; a section of words is one part without a name,
    /// as is a table of numbers by words, whose words differ in each language, and that of signs.
    private static func parts(of text: String) -> [String: [String: Data]] {
        let sections = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        var partsOfSections: [String: [String: Data]] = [:]
        for (name, section) in sections {
            var parts = (section as? [String: Any]) ?? ["": section]
            // A sign may be absent, or have the word that English has: "euros" is French, too.
            if name == "symbols" || parts.values.allSatisfy({ $0 is NSNumber }) { parts = ["": section] }
            partsOfSections[name] = parts.compactMapValues {
                try? JSONSerialization.data(withJSONObject: [$0], options: .sortedKeys)
            }
        }
        return partsOfSections
    }
}
