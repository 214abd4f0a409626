import SaybusInteractionModels
import SaybusPhrases

/// A sample of an intent, as its words and slots.
struct SampleShape: Sendable, Hashable {
    /// A word or a slot.
    enum Part: Sendable, Hashable {
        /// A word, by its key and its stem.
        case word(key: String, stem: String)
        /// A slot with its type, and whether it takes several values.
        case slot(name: String, type: String, takesSeveral: Bool)
    }

    /// The intent.
    let intent: String
    /// The words and slots, in order.
    let parts: [Part]

    /// The words, in order.
    var words: [(key: String, stem: String)] {
        parts.compactMap { if case .word(let key, let stem) = $0 { (key, stem) } else { nil } }
    }

    /// The slots, in order.
    var slots: [(name: String, type: String, takesSeveral: Bool)] {
        parts.compactMap { part in
            if case .slot(let name, let type, let takesSeveral) = part { (name, type, takesSeveral) } else { nil }
        }
    }

    /// Returns the stem of the word directly before a slot; nil when there is none.
    func word(before slot: String) -> String? {
        for (previous, part) in zip(parts, parts.dropFirst()) {
            guard case .slot(slot, _, _) = part, case .word(_, let stem) = previous else { continue }
            return stem
        }
        return nil
    }

    /// The only part, if it is a slot: `{city}`.
    var bareSlot: (name: String, type: String)? {
        guard parts.count == 1, let slot = slots.first else { return nil }
        return (slot.name, slot.type)
    }

    /// Returns the samples of a model's intents. The phrases of built-in intents are left out: they have many
    /// wordings already.
    static func all(of model: InteractionModel) -> [SampleShape] {
        model.intents.flatMap { intent in
            let builtIn = Set(InteractionModel.builtInPatterns(of: intent.name, language: model.language))
            let slots = Dictionary(intent.slots.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            return intent.patterns.filter { !builtIn.contains($0) }.compactMap { pattern -> SampleShape? in
                guard let template = try? PhraseTemplate(pattern) else { return nil }
                let parts = template.elements.map { element -> Part in
                    switch element {
                    case .word(let word):
                        let key = Words.key(of: word)
                        return .word(key: key, stem: WordFamily.stem(key))
                    case .parameter(let name, _):
                        let slot = slots[name]
                        return .slot(name: name, type: slot?.type ?? "", takesSeveral: slot?.takesSeveral ?? false)
                    }
                }
                return SampleShape(intent: intent.name, parts: parts)
            }
        }
    }
}
