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
        guard let type = slot(name, in: intent)?.type, Self.normalizesValues(type) else {
            return filled(name, of: intent, words: parameter.words, dynamic)
        }
        let value = normalized(parameter, type)
        return slot(name, value: value, nil)
    }

    /// Returns the normalized value of a type such as `AMAZON.NUMBER`. Recognizers that only mark words give no value:
    /// it is read from the words.
    private func normalized(_ parameter: Parameter, _ type: String) -> String {
        if parameter.resolution?.status == .matched { return "\(parameter.value)" }
        let values = finder.values(of: type, in: Words.normalize(parameter.words))
        return values.count == 1 ? "\(values[0].parameter.value)" : "?"
    }

    /// Returns a slot with words as its value, and what they resolve to. A slot that may have several values has a list
    /// of them.
    func filled(_ name: String, of intent: String, words: String, _ dynamic: [Catalog.SlotType]) -> Slot {
        guard let slot = slot(name, in: intent) else { return self.slot(name, value: words, nil) }
        let whole = resolutions(of: words, slot.type, dynamic)
        let parts = slot.takesSeveral && whole?.matches.isEmpty != false ? Self.parts(of: words) : []
        guard parts.count > 1 else { return self.slot(name, value: words, whole) }
        let values = parts.map { part in
            SlotValue.simple(SimpleSlotValue(value: part, resolutions: resolutions(of: part, slot.type, dynamic)))
        }
        return Slot(name: name, value: words, resolutions: whole, slotValue: .list(values))
    }

    /// Returns an intent of the skill with what the values resolve to that it has set without resolutions.
    func resolved(_ intent: Intent, _ dynamic: [Catalog.SlotType]) -> Intent {
        var intent = intent
        intent.slots = intent.slots?.mapValues { slot in
            guard slot.resolutions == nil, slot.slotValue == nil, let words = slot.spokenValue,
                let type = self.slot(slot.name, in: intent.name)?.type, !Self.normalizesValues(type)
            else { return slot }
            var resolved = filled(slot.name, of: intent.name, words: words, dynamic)
            resolved.confirmationStatus = slot.confirmationStatus
            return resolved
        }
        return intent
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

    /// Returns the values of an enumeration: "red, green and blue".
    private static func parts(of words: String) -> [String] {
        var parts = [""]
        for piece in words.split(whereSeparator: \.isWhitespace) {
            let word = piece.filter { $0 != "," }
            if conjunctions.contains(word.lowercased()) {
                parts.append("")
            } else {
                parts[parts.count - 1] += parts[parts.count - 1].isEmpty ? word : " \(word)"
            }
            if piece.hasSuffix(",") { parts.append("") }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The words between the values of an enumeration, in the languages with a vocabulary for skills.
    private static let conjunctions: Set<String> = ["and", "plus", "und"]
}
