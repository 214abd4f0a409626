import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases
import SaybusSkills

/// The slots of intents, with their values and what these resolve to.
extension SkillModel {
    /// Returns an intent with the values that a recognizer found.
    func intent(_ hypothesis: SpeechIntent.Hypothesis, _ dynamic: [Catalog.SlotType]) -> Intent {
        var intent = emptyIntent(hypothesis.type)
        for (name, parameter) in hypothesis.parameters where intent.slots?[name] != nil {
            intent.slots?[name] = slot(name, of: hypothesis.type, parameter, dynamic)
        }
        return intent
    }

    /// Returns an intent with one slot filled.
    func intent(_ name: String, with slot: Slot) -> Intent {
        var intent = emptyIntent(name)
        intent.slots?[slot.name] = slot
        return intent
    }

    /// Returns a slot with a value. A type that normalizes its values has `?` for words that are none.
    func slot(_ name: String, of intent: String, _ parameter: Parameter, _ dynamic: [Catalog.SlotType]) -> Slot {
        guard let slot = slot(name, in: intent), Self.normalizesValues(slot.type) else {
            return filled(name, of: intent, words: parameter.words, dynamic)
        }
        if slot.takesSeveral {
            let values = finder.answers(slot.type, in: Words.normalize(parameter.words)).map { "\($0.parameter.value)" }
            if values.count > 1 {
                return list(name, of: values.map { SimpleSlotValue(value: $0) }, value: parameter.words, nil)
            }
        }
        return self.slot(name, value: normalized(parameter, slot.type), nil)
    }

    /// Returns the normalized value of a type such as `AMAZON.NUMBER`. Recognizers that only mark words give no value:
    /// it is read from the words.
    private func normalized(_ parameter: Parameter, _ type: String) -> String {
        if parameter.resolution?.status == .matched { return "\(parameter.value)" }
        let values = finder.answers(type, in: Words.normalize(parameter.words)).map(\.parameter.value)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return "?" }
        return "\(first)"
    }

    /// Returns a slot with words as its value, and what they resolve to. A slot that may have several values has a list
    /// of them.
    /// - Parameters:
    ///   - name: The slot's name.
    ///   - intent: The intent.
    ///   - words: The words.
    ///   - dynamic: The dynamic entities of the session.
    ///   - inSentence: Whether the words are a sentence around the values.
    func filled(
        _ name: String, of intent: String, words: String, _ dynamic: [Catalog.SlotType], inSentence: Bool = false
    ) -> Slot {
        guard let slot = slot(name, in: intent) else { return self.slot(name, value: words, nil) }
        let words = resolver.spelling(of: words, type: slot.type)
        let whole = resolutions(of: words, slot.type, dynamic)
        guard slot.takesSeveral, whole?.matches.isEmpty != false else { return self.slot(name, value: words, whole) }
        let finder = finder(with: dynamic)
        let parts = Enumeration(words, conjunctions: conjunctions).values(inSentence: inSentence) { words in
            let meant = finder.meant(finder.values(of: slot.type, in: words), in: words)
            return (meant.values, finder.answers(slot.type, in: words), meant.rejected)
        }
        .map { resolver.spelling(of: $0, type: slot.type) }
        guard parts.count > 1 else {
            let part = parts.first ?? words
            return self.slot(name, value: part, resolutions(of: part, slot.type, dynamic))
        }
        let values = parts.map { part in
            SimpleSlotValue(value: part, resolutions: resolutions(of: part, slot.type, dynamic))
        }
        return list(name, of: values, value: inSentence ? parts.joined(separator: ", ") : words, whole)
    }

    /// The words between the values of an enumeration in the model's language.
    private var conjunctions: Set<String> {
        let known = Self.conjunctions[Language.code(of: interaction.language)] ?? []
        let language = Language.inUse
        return language.isFor(interaction.language) ? known.union(language.times.conjunctions) : known
    }

    /// Returns an intent of the skill with what the values resolve to that it has set without resolutions, or beside
    /// those of the former value.
    /// - Parameter former: The intent that the skill has changed; nil when it is another one.
    func resolved(_ intent: Intent, replacing former: Intent?, _ dynamic: [Catalog.SlotType]) -> Intent {
        var intent = intent
        intent.slots = intent.slots?.mapValues { slot in
            var slot = slot
            let isOutdated = Self.isOutdated(slot, replacing: former?.slots?[slot.name])
            if isOutdated { (slot.resolutions, slot.slotValue) = (nil, nil) }
            guard slot.resolutions == nil, slot.slotValue == nil, let words = slot.spokenValue,
                let type = self.slot(slot.name, in: intent.name)?.type, isOutdated || !Self.normalizesValues(type)
            else { return slot }
            var resolved =
                Self.normalizesValues(type)
                ? self.slot(slot.name, value: words, nil) : filled(slot.name, of: intent.name, words: words, dynamic)
            resolved.confirmationStatus = slot.confirmationStatus
            return resolved
        }
        return intent
    }

    /// Returns whether a skill has changed the words of a slot only, so that the rest is that of other words.
    private static func isOutdated(_ slot: Slot, replacing former: Slot?) -> Bool {
        if let words = slot.value, case .simple(let simple) = slot.slotValue, let value = simple.value, value != words {
            return true
        }
        guard let former, slot.value != former.value else { return false }
        return (slot.resolutions, slot.slotValue) == (former.resolutions, former.slotValue)
    }

    private func resolutions(of words: String, _ type: String, _ dynamic: [Catalog.SlotType]) -> Resolutions? {
        let added = EntityResolver(
            dynamic.filter { $0.name == type }, authority: "amzn1.er-authority.echo-sdk.dynamic.\(applicationID).")
        let found = [resolver, added].compactMap { $0.resolution(of: words, type: type) }
        return found.isEmpty ? nil : Resolutions(resolutionsPerAuthority: found)
    }

    private func slot(_ name: String, value: String, _ resolutions: Resolutions?) -> Slot {
        Slot(
            name: name, value: value, resolutions: resolutions,
            slotValue: .simple(SimpleSlotValue(value: value, resolutions: resolutions)))
    }

    private func list(
        _ name: String, of values: [SimpleSlotValue], value: String, _ resolutions: Resolutions?
    ) -> Slot {
        Slot(name: name, value: value, resolutions: resolutions, slotValue: .list(values.map { .simple($0) }))
    }

    /// The words between the values of an enumeration, by language. A language file has those of others.
    private static let conjunctions: [String: Set<String>] = [
        "en": ["and", "plus"], "de": ["und", "plus", "sowie"], "es": ["y", "e"], "fr": ["et"], "it": ["e", "ed"],
        "pt": ["e"],
    ]
}
