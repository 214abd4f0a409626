import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The values that words without a sample's sentence have: an answer to the skill's question, or a sample of one slot.
extension SkillModel {
    /// Returns the value of a slot within a sentence: "a large one please"; nil when it has none, or several of which
    /// one must be meant.
    func answer(
        in text: String, to name: String, of intent: String, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        guard let slot = slot(name, in: intent) else { return nil }
        let tokens = Words.tokenize(text)
        let words = tokens.map(\.text)
        let finder = finder(with: dynamic)
        let found = finder.answers(slot.type, in: words)
        guard let first = found.first else { return nil }
        // "1,000" is no year.
        if ["AMAZON.DATE", "AMAZON.TIME"].contains(slot.type), tokens[first.range].contains(where: \.isGrouped) {
            return nil
        }
        let keys = words.map(Words.key(of:))
        if found.contains(where: { paraphrases.codes.isPart($0.range, of: keys, slot.type) }) { return nil }
        if let other = longerValue(than: first, in: words, besides: slot, of: intent, finder) {
            return .answer([self.slot(other.name, of: intent, other.parameter, dynamic)])
        }
        if slot.takesSeveral, !Self.normalizesValues(slot.type) {
            return .answer([filled(name, of: intent, words: text, dynamic, inSentence: true)])
        }
        guard slot.takesSeveral || found.allSatisfy({ $0.parameter.value == first.parameter.value }) else { return nil }
        var parameter = first.parameter
        if slot.takesSeveral, let last = found.last {
            parameter.words = words[first.range.lowerBound..<last.range.upperBound].joined(separator: " ")
        }
        return .answer([self.slot(name, of: intent, parameter, dynamic)])
    }

    /// Returns the value of another slot of which a value is only a part: "second class" and "november fifth" are no
    /// numbers; nil when there is none. Words that are all numbers stay with the slot that was asked for.
    private func longerValue(
        than value: SlotValueFinder.Value, in words: [String], besides slot: InteractionModel.Slot, of intent: String,
        _ finder: SlotValueFinder
    ) -> (name: String, parameter: Parameter)? {
        let others = interaction.intents.first { $0.name == intent }?.slots.filter { $0.name != slot.name } ?? []
        for other in others where other.type != slot.type {
            let longer = finder.values(of: other.type, in: words).first {
                $0.range.count > value.range.count && $0.range.overlaps(value.range)
                    && $0.parameter.resolution?.status == .matched
                    && (!Self.normalizesValues(other.type) || !isNumber(words[$0.range]))
            }
            if let longer { return (other.name, longer.parameter) }
        }
        return nil
    }

    /// Whether all words are those of numbers.
    private func isNumber(_ words: ArraySlice<String>) -> Bool {
        let known = Language.inUse.numbers.words
        return words.map(Words.key(of:)).allSatisfy { key in
            known.contains(key) || key.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        }
    }

    /// Returns the intent of a sample that is only a slot, with the words as its value; nil when there is no such
    /// sample, or the fallback intent should have such words.
    func bareReading(of text: String, _ dynamic: [Catalog.SlotType]) -> SkillReading? {
        guard !bareSlots.isEmpty else { return nil }
        let finder = finder(with: dynamic)
        let words = Self.answerWords(text)
        // A listed value within a sentence decides which of several slots is meant.
        for (intent, name) in bareSlots {
            guard let type = slot(name, in: intent)?.type else { continue }
            let all = Words.normalize(text)
            // "It is not paris" gives no answer.
            guard finder.meant(finder.values(of: type, in: all), in: all).rejected.isEmpty else { return nil }
            let found = finder.answers(type, in: all)
            if found.count == 1, found[0].range.count * 2 >= Words.normalize(words).count {
                return .intent(self.intent(intent, with: slot(name, of: intent, found[0].parameter, dynamic)))
            }
        }
        let (intent, name) = bareSlots[0]
        guard Words.normalize(words).count <= min(sensitivity.maximumBareWords, maximumWords(of: name, in: intent))
        else {
            return nil
        }
        return .intent(self.intent(intent, with: filled(name, of: intent, words: words, dynamic)))
    }

    /// Returns the most words that may be a value of a slot, which are hardly more than those of its type's list.
    private func maximumWords(of name: String, in intent: String) -> Int {
        let type = slot(name, in: intent)?.type
        let values = interaction.types.first { $0.name == type }?.values ?? []
        let longest = values.flatMap { [$0.value] + ($0.synonyms ?? []) }.map { Words.normalize($0).count }.max()
        return longest.map { max(2, $0 + 1) } ?? .max
    }

    /// Returns an answer without phrases such as `i think it's` before it and `please` after it. An article remains.
    static func answerWords(_ text: String) -> String {
        guard let core = AnswerText(text).cores.last else { return text }
        let (words, kept) = (Words.normalize(text), Words.normalize(core))
        guard let start = words.indices.first(where: { words[$0...].starts(with: kept) }), start > 0 else {
            return core
        }
        let articles = Language.inUse.numbers.articles.union(["the"])
        return articles.contains(words[start - 1]) ? "\(words[start - 1]) \(core)" : core
    }

    /// Returns whether a slot accepts any words, since its type keeps the spoken words as the value.
    func takesAnyWords(_ name: String, of intent: String) -> Bool {
        slot(name, in: intent).map { !Self.normalizesValues($0.type) } ?? false
    }
}
