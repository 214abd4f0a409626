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
    /// Whether the skill's own intents can be said without its name; skills compete for them.
    public let isNameFree: Bool
    /// The phrases that call the skill.
    let launch: LaunchPhrases

    private let intents: [Catalog.Command]
    let resolver: EntityResolver
    /// The finder of values within sentences.
    let finder: SlotValueFinder
    /// The matcher of sentences that are like a sample.
    let paraphrases: ParaphraseMatcher
    /// The intents with a sample that is only a slot for any words, in the order of the model.
    let bareSlots: [(intent: String, slot: String)]
    let matchers = ExpectationCache<PatternMatcher>(capacity: 256)
    /// The matchers of the samples of slots that are not asked for.
    let otherSlots = ExpectationCache<PatternMatcher>(capacity: 256)
    /// The matchers of sentences for the dynamic entities of sessions.
    private let extended = ExpectationCache<ParaphraseMatcher>(capacity: 64)
    private let catalogs = ExpectationCache<Catalog>(capacity: 64)

    /// Intents that are valid in every session. The host handles those that the model does not list.
    static let sessionIntents = ["AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.RepeatIntent"]
    /// Intents that control playing audio.
    private static let playbackIntents = [
        "AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.PauseIntent", "AMAZON.ResumeIntent", "AMAZON.NextIntent",
        "AMAZON.PreviousIntent", "AMAZON.StartOverIntent", "AMAZON.RepeatIntent", "AMAZON.LoopOnIntent",
        "AMAZON.LoopOffIntent", "AMAZON.ShuffleOnIntent", "AMAZON.ShuffleOffIntent",
    ]
    /// Intents that go on with audio that was stopped.
    private static let resumingIntents = [
        "AMAZON.ResumeIntent", "AMAZON.NextIntent", "AMAZON.PreviousIntent", "AMAZON.StartOverIntent",
    ]
    /// Intents that stop playing audio, whether or not the model lists them.
    private static let stoppingIntents = ["AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.PauseIntent"]
    /// The intent for utterances that the skill does not understand.
    static let fallbackIntent = "AMAZON.FallbackIntent"
    /// The intent for utterances that end the skill's session.
    static let stopIntent = "AMAZON.StopIntent"
    static let yes = "yes"
    static let no = "no"

    /// Creates a model.
    /// - Parameters:
    ///   - interaction: The interaction model.
    ///   - app: The skill's name on the bus; nil derives it from the invocation name.
    ///   - applicationID: The skill's id; nil derives it from the name.
    ///   - isNameFree: Whether the skill answers `CanFulfillIntentRequest`, so that its intents can be said without its
    ///     name.
    public init(
        _ interaction: InteractionModel, app: String? = nil, applicationID: String? = nil, isNameFree: Bool = false
    ) {
        (self.interaction, self.isNameFree) = (interaction, isNameFree)
        let app = app ?? interaction.appName
        self.app = app
        self.applicationID = applicationID ?? "amzn1.ask.skill.\(app)"
        launch = LaunchPhrases(
            invocationName: interaction.invocationName ?? "", language: interaction.language)
        let commands = interaction.catalog(app: app).commands
        // Of equally good matches the first one wins: a skill's own samples come before the built-in phrases.
        intents =
            commands.filter { !$0.type.hasPrefix("AMAZON.") } + commands.filter { $0.type.hasPrefix("AMAZON.") }
        let samples = SampleShape.all(of: interaction)
        finder = SlotValueFinder(
            of: Set(interaction.intents.flatMap { $0.slots.map(\.type) }), types: interaction.types)
        paraphrases = ParaphraseMatcher(samples, finder: finder, codes: SpelledCodes(samples, of: interaction))
        bareSlots = samples.compactMap { sample in
            guard let slot = sample.bareSlot, !Self.normalizesValues(slot.type) else { return nil }
            return (sample.intent, slot.name)
        }
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

    /// The words around the names of skills in the model's language.
    var vocabulary: SkillVocabulary { SkillVocabulary.words(for: interaction.language) }

    /// Returns the phrases of a built-in intent in the model's language.
    func builtInPhrases(_ intent: String) -> [String] {
        SkillVocabulary.patterns(of: intent, for: interaction.language)
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
                Catalog.Command(type: Self.yes, patterns: builtInPhrases("YesIntent")),
                Catalog.Command(type: Self.no, patterns: builtInPhrases("NoIntent")),
            ]
        }
        if let (intent, slot) = expectation.slot { commands.append(answer(to: slot, of: intent)) }
        if expectation.isSession { commands += intents }
        if expectation == .playback { commands += intents.filter { Self.playbackIntents.contains($0.type) } }
        if expectation == .paused { commands += intents.filter { Self.resumingIntents.contains($0.type) } }
        let own = expectation.isSession ? Self.sessionIntents : expectation == .playback ? Self.stoppingIntents : []
        for name in own where !has(name) {
            commands.append(Catalog.Command(type: name, patterns: builtInPhrases(name)))
        }
        for index in commands.indices where commands[index].type == Self.stopIntent {
            commands[index].patterns += launch.closing
        }
        commands += launch.commands(for: expectation.isSession ? [] : intents)
        if isNameFree, !expectation.isSession { commands += NameFreeIntents.commands(of: intents) }
        return Catalog(
            app: app, language: interaction.language, commands: commands, slotTypes: types(with: dynamic),
            rules: launch.rules)
    }

    /// Returns the patterns of the expected answers, as hints for speech recognition.
    func phrases(for expectation: SkillExpectation) -> [String] {
        var phrases: [String] = []
        if expectation.isConfirmation { phrases += builtInPhrases("YesIntent") + builtInPhrases("NoIntent") }
        if let (intent, slot) = expectation.slot { phrases += answer(to: slot, of: intent).patterns }
        return phrases
    }

    private func answer(to name: String, of intentName: String) -> Catalog.Command {
        let intent = interaction.intents.first { $0.name == intentName }
        let slots = intent?.slots ?? []
        let samples = slots.first { $0.name == name }?.samples ?? []
        return Catalog.Command(
            type: SpeechIntent.Hypothesis.answerType,
            patterns: InteractionModel.patterns(ofSamples: samples, slots: slots.map(\.name)) + ["{\(name)}"],
            slots: slots.map { Catalog.Slot(name: $0.name, type: $0.type) })
    }

    func types(with dynamic: [Catalog.SlotType]) -> [Catalog.SlotType] {
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

    /// Returns the matcher of sentences that are like a sample, which knows the dynamic entities of a session.
    func paraphrases(with dynamic: [Catalog.SlotType]) -> ParaphraseMatcher {
        guard !dynamic.isEmpty else { return paraphrases }
        // The expectation makes no difference.
        return extended.value(for: .intents, dynamic) {
            let names = Set(dynamic.map(\.name))
            return paraphrases.using(finder.replacing(types(with: dynamic).filter { names.contains($0.name) }))
        }
    }

    /// Returns the finder of values within sentences, the dynamic entities of a session among them.
    func finder(with dynamic: [Catalog.SlotType]) -> SlotValueFinder { paraphrases(with: dynamic).finder }

    /// Returns a slot of an intent; nil when the model has none of this name.
    func slot(_ name: String, in intent: String) -> InteractionModel.Slot? {
        interaction.intents.first { $0.name == intent }?.slots.first { $0.name == name }
    }

    /// Returns whether a type normalizes its values instead of keeping the spoken words.
    static func normalizesValues(_ type: String) -> Bool {
        [
            "AMAZON.NUMBER", "AMAZON.FOUR_DIGIT_NUMBER", "AMAZON.Ordinal", "AMAZON.ORDINAL", "AMAZON.DATE",
            "AMAZON.TIME", "AMAZON.DURATION", "AMAZON.PhoneNumber", "AMAZON.AlphaNumeric",
        ].contains(type)
    }

    /// Returns whether the model's dialog asks for a confirmation of an intent.
    func confirms(_ intent: String) -> Bool {
        interaction.dialog?.intents.contains { $0.name == intent && $0.confirmationRequired } ?? false
    }
}
