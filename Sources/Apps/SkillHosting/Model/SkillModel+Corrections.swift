import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases

/// The corrections of slots about which the dialog does not ask at the moment: "no, make it five".
extension SkillModel {
    /// Returns the value that an utterance gives another slot than the one that is asked for; nil when it does not
    /// begin as a correction, has values of several slots, or has other words.
    /// - Parameters:
    ///   - text: The utterance.
    ///   - intent: The intent of the dialog.
    ///   - asked: The slot that is asked for; nil when the question is about the whole intent.
    ///   - dynamic: The dynamic entities of the session.
    func correction(
        in text: String, of intent: String, besides asked: String?, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        let words = Words.normalize(text)
        let keys = words.map(Words.key(of:))
        let vocabulary = Language.inUse.questionWords
        let corrections = vocabulary.corrections.map { Words.normalize($0).map(Words.key(of:)) }
        guard corrections.contains(where: { !$0.isEmpty && keys.starts(with: $0) }) else { return nil }
        let around = (vocabulary.beforeValue + vocabulary.afterValue).flatMap {
            Words.normalize($0).map(Words.key(of:))
        }
        let known = Set(corrections.flatMap(\.self) + around).union(Language.inUse.functionWords)
            .union(WordFamily.carriers).union(WordFamily.wishes)
        let finder = finder(with: dynamic)
        var found: [(slot: String, value: SlotValueFinder.Value)] = []
        for slot in interaction.intents.first(where: { $0.name == intent })?.slots ?? [] where slot.name != asked {
            let values = finder.answers(slot.type, in: words)
            guard values.count <= 1 else { return nil }
            guard let value = values.first else { continue }
            let own = known.union(Self.wordsAroundValue(in: slot.samples))
            if keys.indices.allSatisfy({ value.range.contains($0) || own.contains(keys[$0]) }) {
                found.append((slot.name, value))
            }
        }
        guard found.count == 1, let (name, value) = found.first else { return nil }
        return .answer([slot(name, of: intent, value.parameter, dynamic)])
    }

    /// Returns the words beside the value in a slot's samples: `people` in "for {count} people".
    private static func wordsAroundValue(in samples: [String]) -> Set<String> {
        Set(samples.flatMap { Words.normalize($0.replacing(/\{[^}]*\}/, with: " ")).map(Words.key(of:)) })
    }
}
