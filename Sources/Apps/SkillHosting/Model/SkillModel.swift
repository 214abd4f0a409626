import SaybusConversation
import SaybusDispatch
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSkills

/// An interaction model prepared for hosting: the utterances that are valid in each state, and their meaning.
public struct SkillModel: Sendable {
    /// The interaction model.
    public let interaction: InteractionModel
    /// The skill's name on the bus.
    public let app: String
    /// The skill's id.
    public let applicationID: String
    /// The phrases that call the skill.
    let launch: LaunchPhrases

    private let intents: [Catalog.Command]
    private let resolver: EntityResolver
    private let matchers = ExpectationCache<PatternMatcher>(capacity: 256)
    private let catalogs = ExpectationCache<Catalog>(capacity: 64)

    /// Intents that are valid in every session. The host handles those that the model does not list.
    static let sessionIntents = ["AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.RepeatIntent"]
    /// Intents that control playing audio.
    private static let playbackIntents = [
        "AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.PauseIntent", "AMAZON.ResumeIntent", "AMAZON.NextIntent",
        "AMAZON.PreviousIntent", "AMAZON.StartOverIntent", "AMAZON.RepeatIntent", "AMAZON.LoopOnIntent",
        "AMAZON.LoopOffIntent", "AMAZON.ShuffleOnIntent", "AMAZON.ShuffleOffIntent",
    ]
    /// Intents that stop playing audio, whether or not the model lists them.
    private static let stoppingIntents = ["AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.PauseIntent"]
    /// The intent for utterances that the skill does not understand.
    static let fallbackIntent = "AMAZON.FallbackIntent"
    private static let yes = "yes"
    private static let no = "no"

    /// Creates a model.
    /// - Parameters:
    ///   - interaction: The interaction model.
    ///   - app: The skill's name on the bus; nil derives it from the invocation name.
    ///   - applicationID: The skill's id; nil derives it from the name.
    public init(_ interaction: InteractionModel, app: String? = nil, applicationID: String? = nil) {
        self.interaction = interaction
        let app = app ?? interaction.appName
        self.app = app
        self.applicationID = applicationID ?? "amzn1.ask.skill.\(app)"
        launch = LaunchPhrases(invocationName: interaction.invocationName ?? "")
        intents = interaction.catalog(app: app).commands
        resolver = EntityResolver(
            interaction.types, authority: "amzn1.er-authority.echo-sdk.\(self.applicationID).")
    }

    // MARK: Contents

    /// Returns whether the model has an intent.
    public func has(_ intent: String) -> Bool { interaction.intents.contains { $0.name == intent } }

    /// Returns the dialog of an intent; nil when it has none.
    func dialog(of intent: String) -> InteractionModel.DialogIntent? {
        interaction.dialog?.intents.first { $0.name == intent }
    }

    /// Returns whether the host completes an intent's dialog before the skill gets the intent.
    func isDelegated(_ intent: String) -> Bool {
        (dialog(of: intent)?.delegationStrategy ?? interaction.dialog?.delegationStrategy) == "ALWAYS"
    }

    /// Returns an intent with empty slots.
    public func emptyIntent(_ name: String) -> Intent {
        let slots = interaction.intents.first { $0.name == name }?.slots ?? []
        return Intent(
            name: name,
            slots: slots.isEmpty ? nil : Dictionary(slots.map { ($0.name, Slot(name: $0.name)) }) { first, _ in first })
    }

    // MARK: Catalogs

    /// Returns the catalog for recognizers: first the expected answers, then the intents, then the phrases that
    /// call the skill.
    /// - Parameters:
    ///   - expectation: The utterances that the skill expects.
    ///   - dynamic: The dynamic entities of the session.
    public func catalog(for expectation: SkillExpectation, dynamic: [Catalog.SlotType] = []) -> Catalog {
        // All conversations share the cache, since they have the same expectations.
        catalogs.value(for: expectation, dynamic) { makeCatalog(for: expectation, dynamic) }
    }

    private func makeCatalog(for expectation: SkillExpectation, _ dynamic: [Catalog.SlotType]) -> Catalog {
        var commands: [Catalog.Command] = []
        if expectation.isConfirmation {
            commands += [
                Catalog.Command(type: Self.yes, patterns: ConfirmationInterpreter.yes),
                Catalog.Command(type: Self.no, patterns: ConfirmationInterpreter.no),
            ]
        }
        if let (intent, slot) = expectation.slot { commands.append(answer(to: slot, of: intent)) }
        if expectation.isSession { commands += intents }
        if expectation == .playback { commands += intents.filter { Self.playbackIntents.contains($0.type) } }
        let own = expectation.isSession ? Self.sessionIntents : expectation == .playback ? Self.stoppingIntents : []
        for name in own where !has(name) {
            commands.append(Catalog.Command(type: name, patterns: InteractionModel.builtInPatterns(of: name)))
        }
        commands += launch.commands(for: expectation.isSession ? [] : intents, isOpen: expectation.isSession)
        return Catalog(
            app: app, language: interaction.language, commands: commands, slotTypes: types(with: dynamic),
            rules: launch.rules)
    }

    /// Returns the patterns of the expected answers, as hints for speech recognition.
    func phrases(for expectation: SkillExpectation) -> [String] {
        var phrases: [String] = []
        if expectation.isConfirmation { phrases += ConfirmationInterpreter.yes + ConfirmationInterpreter.no }
        if let (intent, slot) = expectation.slot { phrases += answer(to: slot, of: intent).patterns }
        return phrases
    }

    private func answer(to name: String, of intentName: String) -> Catalog.Command {
        let intent = interaction.intents.first { $0.name == intentName }
        let slots = intent?.slots ?? []
        let samples = slots.first { $0.name == name }?.samples ?? []
        return Catalog.Command(
            type: ConversationManager.answerType,
            patterns: InteractionModel.patterns(ofSamples: samples, slots: slots.map(\.name)) + ["{\(name)}"],
            slots: slots.map { Catalog.Slot(name: $0.name, type: $0.type) })
    }

    private func types(with dynamic: [Catalog.SlotType]) -> [Catalog.SlotType] {
        var types = interaction.types
        for type in dynamic {
            if let index = types.firstIndex(where: { $0.name == type.name }) {
                types[index].values += type.values
            } else {
                types.append(type)
            }
        }
        return types
    }

    /// Returns whether the model's dialog asks for a confirmation of an intent.
    func confirms(_ intent: String) -> Bool {
        interaction.dialog?.intents.contains { $0.name == intent && $0.confirmationRequired } ?? false
    }

    // MARK: Meaning

    /// Returns the meaning of an utterance; nil for none.
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
        let likely = hypotheses.first { $0.app == app && $0.confidence >= Confidence.likely && has($0.type) }
        if let likely { return .intent(intent(likely, dynamic)) }
        guard case .slot(let intent, let slot) = expectation, takesAnyWords(slot, of: intent) else { return nil }
        return .answer([filled(slot, of: intent, words: text, dynamic)])
    }

    /// Returns the meaning of an utterance by the model's patterns alone; nil when none matches.
    func strictReading(
        of text: String, expecting expectation: SkillExpectation, dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        switch launch.call(in: text, isOpen: expectation.isSession) {
        case .open: return .launch
        case .ask(let request):
            if let reading = patternReading(of: request, expecting: .intents, dynamic) { return reading }
            return has(Self.fallbackIntent) ? .intent(emptyIntent(Self.fallbackIntent)) : .launch
        case nil: return expectation == .call ? nil : patternReading(of: text, expecting: expectation, dynamic)
        }
    }

    private func patternReading(
        of text: String, expecting expectation: SkillExpectation, _ dynamic: [Catalog.SlotType]
    ) -> SkillReading? {
        let best = matcher(for: expectation, dynamic).match(text).first { !LaunchPhrases.isCall($0.type) }
        guard let best else { return nil }
        switch best.type {
        case Self.yes where expectation.isConfirmation: return .confirmation(true)
        case Self.no where expectation.isConfirmation: return .confirmation(false)
        case ConversationManager.answerType:
            guard let intent = expectation.slot?.intent else { return nil }
            return .answer(
                best.parameters.sorted { $0.key < $1.key }.map { slot($0.key, of: intent, $0.value, dynamic) })
        default: return .intent(intent(best, dynamic))
        }
    }

    private func matcher(for expectation: SkillExpectation, _ dynamic: [Catalog.SlotType]) -> PatternMatcher {
        matchers.value(for: expectation, dynamic) { PatternMatcher([catalog(for: expectation, dynamic: dynamic)]) }
    }

    private func intent(_ hypothesis: SpeechIntent.Hypothesis, _ dynamic: [Catalog.SlotType]) -> Intent {
        var intent = emptyIntent(hypothesis.type)
        for (name, parameter) in hypothesis.parameters where intent.slots?[name] != nil {
            intent.slots?[name] = slot(name, of: hypothesis.type, parameter, dynamic)
        }
        return intent
    }

    // MARK: Slots

    private func type(of slot: String, in intent: String) -> String? {
        interaction.intents.first { $0.name == intent }?.slots.first { $0.name == slot }?.type
    }

    /// Returns whether a slot accepts any words, since its type keeps the spoken words as the value.
    private func takesAnyWords(_ slot: String, of intent: String) -> Bool {
        guard let type = type(of: slot, in: intent) else { return false }
        return !Self.normalizesValues(type)
    }

    /// Returns whether a type normalizes its values instead of keeping the spoken words.
    private static func normalizesValues(_ type: String) -> Bool {
        [
            "AMAZON.NUMBER", "AMAZON.FOUR_DIGIT_NUMBER", "AMAZON.Ordinal", "AMAZON.ORDINAL", "AMAZON.DATE",
            "AMAZON.TIME",
            "AMAZON.DURATION", "AMAZON.PhoneNumber", "AMAZON.AlphaNumeric",
        ].contains(type)
    }

    private func slot(
        _ name: String, of intent: String, _ parameter: Parameter, _ dynamic: [Catalog.SlotType]
    ) -> Slot {
        guard let type = type(of: name, in: intent), Self.normalizesValues(type) else {
            return filled(name, of: intent, words: parameter.words, dynamic)
        }
        return slot(name, value: parameter.resolution?.status == .unmatched ? "?" : "\(parameter.value)", nil)
    }

    private func filled(
        _ name: String, of intent: String, words: String, _ dynamic: [Catalog.SlotType]
    ) -> Slot {
        guard let type = type(of: name, in: intent) else { return slot(name, value: words, nil) }
        let added = EntityResolver(
            dynamic.filter { $0.name == type }, authority: "amzn1.er-authority.echo-sdk.dynamic.\(applicationID).")
        let found = [resolver, added].compactMap { $0.resolution(of: words, type: type) }
        return slot(name, value: words, found.isEmpty ? nil : Resolutions(resolutionsPerAuthority: found))
    }

    private func slot(_ name: String, value: String, _ resolutions: Resolutions?) -> Slot {
        Slot(
            name: name, value: value, resolutions: resolutions,
            slotValue: .simple(SimpleSlotValue(value: value, resolutions: resolutions)))
    }
}
