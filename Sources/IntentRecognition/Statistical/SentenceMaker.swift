import Messages
import Phrases

/// Makes sentences of a catalog's patterns.
struct SentenceMaker {
    private let types: [String: [Catalog.SlotType.Value]]

    init(_ catalog: Catalog) {
        types = Dictionary(
            (catalog.slotTypes ?? []).map { ($0.name, $0.values) }, uniquingKeysWith: { first, _ in first })
    }

    /// A sentence of a pattern; nil of one that cannot be read, or has a type without values.
    func sentence(_ pattern: String, using generator: inout any RandomNumberGenerator) -> String? {
        guard let template = try? PhraseTemplate(pattern) else { return nil }
        var words: [String] = []
        for element in template.elements {
            switch element {
            case .word(let word): words.append(word)
            case .parameter(_, let type):
                guard let value = value(type, &generator) else { return nil }
                words.append(value)
            }
        }
        return words.joined(separator: " ").lowercased()
    }

    private func value(_ type: String, _ generator: inout any RandomNumberGenerator) -> String? {
        switch type {
        case PhraseTemplate.textType: return BackgroundSpeech.phrases.randomElement(using: &generator)
        case PhraseTemplate.numberType: return BackgroundSpeech.numbers.randomElement(using: &generator)
        default:
            guard let value = types[type]?.randomElement(using: &generator) else { return nil }
            return ([value.value] + (value.synonyms ?? [])).randomElement(using: &generator)
        }
    }
}
