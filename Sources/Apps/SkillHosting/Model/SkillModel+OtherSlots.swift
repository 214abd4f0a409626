import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The answers about slots for which the dialog does not ask at the moment, in the words of their samples: "make it
/// small" to the question for the topping.
extension SkillModel {
    /// Returns the values that an utterance gives another slot than the one that is asked for; nil when it is no sample
    /// of exactly one such slot, or has words that are no value of the slot's type.
    /// - Parameters:
    ///   - text: The utterance.
    ///   - intent: The intent of the dialog.
    ///   - asked: The slot that is asked for; nil when the question is about the whole intent.
    ///   - dynamic: The dynamic entities of the session.
    func answerToOtherSlot(
        in text: String, of intent: String, besides asked: String?, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        let expectation =
            asked.map { SkillExpectation.slot(intent: intent, slot: $0) } ?? .intentConfirmation(intent: intent)
        let matcher = otherSlots.value(for: expectation, dynamic) {
            makeMatcher(ofSlotsOf: intent, besides: asked, dynamic)
        }
        let finder = finder(with: dynamic)
        let found = matcher.match(text).filter { hypothesis in
            hypothesis.parameters.allSatisfy { isKnown($0.value, for: $0.key, of: intent, finder) }
        }
        guard found.count == 1, let values = found.first?.parameters else { return nil }
        return .answer(values.sorted { $0.key < $1.key }.map { slot($0.key, of: intent, $0.value, dynamic) })
    }

    /// Returns whether the words of a slot are a value of its type, or have several where it takes several.
    private func isKnown(
        _ parameter: Parameter, for name: String, of intent: String, _ finder: SlotValueFinder
    ) -> Bool {
        if let status = parameter.resolution?.status, status != .unmatched { return true }
        guard let slot = slot(name, in: intent), slot.takesSeveral else { return false }
        return !finder.answers(slot.type, in: Words.normalize(parameter.words)).isEmpty
    }

    /// Returns the matcher of the samples of an intent's other slots, which has a command for each slot.
    ///
    /// Samples without a word of their own say nothing about the slot.
    private func makeMatcher(
        ofSlotsOf intent: String, besides asked: String?, _ dynamic: [Catalog.SlotType]
    ) -> PatternMatcher {
        let slots = interaction.intents.first { $0.name == intent }?.slots ?? []
        let others = slots.map(\.name).filter { $0 != asked }
        let commands = slots.filter { $0.name != asked }.map { slot in
            let patterns = InteractionModel.patterns(ofSamples: slot.samples, slots: others)
            return Catalog.Command(
                type: slot.name, patterns: patterns.filter(Self.hasWords),
                slots: slots.map { Catalog.Slot(name: $0.name, type: $0.type) })
        }
        return PatternMatcher([
            Catalog(app: app, language: interaction.language, commands: commands, slotTypes: types(with: dynamic))
        ])
    }

    /// Returns whether a pattern has a slot and a word beside it.
    private static func hasWords(_ pattern: String) -> Bool {
        guard let template = try? PhraseTemplate(pattern), !template.parameters.isEmpty else { return false }
        return template.elements.contains { if case .word = $0 { true } else { false } }
    }
}
