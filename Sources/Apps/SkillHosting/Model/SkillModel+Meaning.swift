import SaybusConversation
import SaybusDispatch
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSkills

extension SkillModel {
    /// Returns the meaning of an utterance; nil for none.
    ///
    /// These are tried in order:
    /// 1. the model's patterns, and the skill's name;
    /// 2. the slot that is asked for, within a sentence, then a sample or the correction of another slot;
    /// 3. a sentence that is like a sample, then the hypotheses of the intent recognizers;
    /// 4. any words, for the slot that is asked for, or for a sample that is only a slot.
    /// - Parameters:
    ///   - text: The utterance.
    ///   - expectation: The state of the conversation.
    ///   - hypotheses: The hypotheses of the intent recognizers, used when no pattern of the model matches.
    ///   - dynamic: The dynamic entities of the session.
    public func reading(
        of text: String, expecting expectation: SkillExpectation, hypotheses: [SpeechIntent.Hypothesis] = [],
        dynamic: [Catalog.SlotType] = []
    ) -> SkillReading? {
        if let reading = strictReading(of: text, expecting: expectation, dynamic: dynamic) { return reading }
        guard expectation.isSession else { return nil }
        if let (intent, slot) = expectation.slot, let answer = answer(in: text, to: slot, of: intent, dynamic) {
            return answer
        }
        if let intent = expectation.intent {
            let asked = expectation.slot?.slot
            let other =
                answerToOtherSlot(in: text, of: intent, besides: asked, dynamic)
                ?? correction(in: text, of: intent, besides: asked, dynamic)
            if let other { return other }
        }
        let takesAnyWords = expectation.slot.map { self.takesAnyWords($0.slot, of: $0.intent) } ?? false
        let least = takesAnyWords ? FallbackSensitivity.high.minimumLikeness : sensitivity.minimumLikeness
        if let reading = paraphrase(text, least: least, needsWords: expectation.slot != nil, dynamic) { return reading }
        let likely = hypotheses.first {
            $0.app == app && $0.confidence >= sensitivity.minimumConfidence && has($0.type)
        }
        if let likely { return .intent(intent(likely, dynamic)) }
        switch expectation {
        case .slot(let intent, let slot) where takesAnyWords:
            return .answer([filled(slot, of: intent, words: text, dynamic)])
        case .intents: return bareReading(of: text, dynamic)
        default: return nil
        }
    }

    /// The readiness of the skill to give an utterance to its fallback intent; low when it has none.
    var sensitivity: FallbackSensitivity {
        guard has(Self.fallbackIntent) else { return .low }
        return interaction.fallbackSensitivity.flatMap { FallbackSensitivity(rawValue: $0.uppercased()) } ?? .low
    }

    /// Returns the meaning of an utterance by the model's patterns alone; nil when none matches. A request after the
    /// skill's name is also understood when it is like a sample.
    func strictReading(
        of text: String, expecting expectation: SkillExpectation, dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        let hypotheses = expectation.isSession ? matcher(for: expectation, dynamic).match(text) : []
        if let first = hypotheses.first, !first.isCall {
            let listed = listedValue(insteadOf: first, in: text, among: hypotheses, expecting: expectation) {
                matcher(for: expectation, dynamic).match($0)
            }
            let best = listed ?? first
            // The whole utterance fits an intent better than a call by name: "pour water on my cactus".
            return better(than: best, in: text, expecting: expectation, dynamic)
                ?? reading(best, expecting: expectation, dynamic)
        }
        switch launch.call(in: text, isOpen: expectation.isSession) {
        case .open: return .launch
        case .ask(let request, let linked):
            return linked.flatMap { linkedReading(of: $0, insteadOf: request, dynamic) }
                ?? patternReading(of: request, expecting: .intents, dynamic)
                ?? paraphrase(request, least: sensitivity.minimumLikeness, dynamic)
                ?? (has(Self.fallbackIntent) ? .intent(emptyIntent(Self.fallbackIntent)) : .launch)
        case nil: return expectation == .call ? nil : patternReading(of: text, expecting: expectation, dynamic)
        }
    }

    /// Returns a meaning that explains more than a pattern in which words that are no value of a list fill a slot:
    /// "could you read me a fact" is no fact of the category "could you read me a"; nil when there is none.
    private func better(
        than best: SpeechIntent.Hypothesis, in text: String, expecting expectation: SkillExpectation,
        _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        let loose = best.parameters.filter { $0.value.resolution?.status == .unmatched }
        guard !loose.isEmpty else { return nil }
        if best.type == SpeechIntent.Hypothesis.answerType, let (intent, slot) = expectation.slot {
            return answer(in: text, to: slot, of: intent, dynamic)
                ?? answerToOtherSlot(in: text, of: intent, besides: slot, dynamic)
                ?? correction(in: text, of: intent, besides: slot, dynamic)
        }
        if let values = listedValues(than: best, loose, in: text, dynamic) {
            return .intent(
                intent(.init(app: app, type: best.type, confidence: best.confidence, parameters: values), dynamic))
        }
        if expectation == .intents, let later = laterSample(than: best, loose, in: text, dynamic) {
            return .intent(intent(later, dynamic))
        }
        guard expectation == .intents, loose.values.contains(where: { Words.normalize($0.words).count > 1 }),
            let match = paraphrases(with: dynamic).match(text, least: FallbackSensitivity.medium.minimumLikeness),
            match.intent != best.type,
            match.slots.values.allSatisfy({ $0.resolution?.status != .unmatched })
        else { return nil }
        return .intent(
            intent(.init(app: app, type: match.intent, confidence: match.likeness, parameters: match.slots), dynamic))
    }

    /// Returns the values of a pattern's intent that explain more than the pattern does; nil when there are none. A
    /// slot with several values, of which the list has one, keeps its words: "sugar and cinnamon".
    private func listedValues(
        than best: SpeechIntent.Hypothesis, _ loose: [String: Parameter], in text: String,
        _ dynamic: [Catalog.SlotType]
    ) -> [String: Parameter]? {
        let paraphrases = paraphrases(with: dynamic)
        let several = loose.filter { name, parameter in
            guard let slot = slot(name, in: best.type), slot.takesSeveral else { return false }
            return !paraphrases.finder.values(of: slot.type, in: Words.normalize(parameter.words)).isEmpty
        }
        let unknown = loose.filter { several[$0.key] == nil }
        let known = best.parameters.filter { loose[$0.key] == nil }
        // Free words have no list, and must not be lost.
        guard !unknown.isEmpty, known.values.allSatisfy({ $0.resolution != nil }),
            let (values, unclear) = paraphrases.values(
                in: text, of: best.type, insteadOf: unknown, listed: known.count),
            known.keys.allSatisfy({ values[$0] != nil || unclear.contains($0) })
        else { return nil }
        return values.merging(several) { _, words in words }
    }

    /// Returns the intent of words that were said without the skill's name, while it is not open; nil when none of its
    /// samples has them, or the skill does not take such words.
    func nameFreeIntent(of text: String) -> Intent? {
        guard isNameFree else { return nil }
        let found = matcher(for: .call, []).match(text).lazy.compactMap(\.ofCompetingIntent).first
        return found.map { intent($0, []) }
    }

    func patternReading(
        of text: String, expecting expectation: SkillExpectation, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        let found = matcher(for: expectation, dynamic).match(text).first { !$0.isCall && $0.competingIntent == nil }
        guard let found else { return nil }
        let better = expectation == .intents ? better(than: found, in: text, expecting: expectation, dynamic) : nil
        return better ?? reading(found, expecting: expectation, dynamic)
    }

    private func reading(
        _ hypothesis: SpeechIntent.Hypothesis, expecting expectation: SkillExpectation, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        switch hypothesis.type {
        case Self.yes where expectation.isConfirmation: return .confirmation(true)
        case Self.no where expectation.isConfirmation: return .confirmation(false)
        case SpeechIntent.Hypothesis.answerType:
            guard let intent = expectation.slot?.intent else { return nil }
            return .answer(
                hypothesis.parameters.sorted { $0.key < $1.key }.map { slot($0.key, of: intent, $0.value, dynamic) })
        default: return .intent(intent(hypothesis, dynamic))
        }
    }

    func matcher(for expectation: SkillExpectation, _ dynamic: [Catalog.SlotType]) -> PatternMatcher {
        matchers.value(for: expectation, dynamic) { PatternMatcher([catalog(for: expectation, dynamic: dynamic)]) }
    }

    // MARK: Sentences that are no sample

    private func paraphrase(
        _ text: String, least: Double, needsWords: Bool = false, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        guard let match = paraphrases(with: dynamic).match(text, least: least, needsWords: needsWords) else {
            return nil
        }
        return .intent(
            intent(.init(app: app, type: match.intent, confidence: match.likeness, parameters: match.slots), dynamic))
    }
}
