import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSkills

/// A check of an interaction model for unused parts, missing parts and conflicting samples.
public struct SkillCheck: Sendable {
    /// The findings, in the order of the model.
    public private(set) var findings: [SkillFinding] = []
    /// The parts of the model in use, as names with counts.
    public let used: [(what: String, count: Int)]

    private let model: InteractionModel

    /// Checks a model.
    /// - Parameters:
    ///   - skill: The model.
    ///   - language: The language in use.
    public init(_ skill: SkillModel, language: Language = .inUse) {
        let model = skill.interaction
        self.model = model
        used = [
            ("intents", model.intents.count), ("samples", model.intents.reduce(0) { $0 + $1.patterns.count }),
            ("slots", model.intents.reduce(0) { $0 + $1.slots.count }),
            ("types", model.types.count), ("values", model.types.reduce(0) { $0 + $1.values.count }),
            ("dialogs", model.dialog?.intents.count ?? 0), ("prompts", model.prompts.count),
        ]
        for problem in model.problems { add(problem.code == .unused ? .unused : .warning, "\(problem)") }
        checkInvocationName()
        for problem in model.languageProblems(in: language) { add(.warning, problem) }
        if let level = model.fallbackSensitivity, FallbackSensitivity(rawValue: level) == nil {
            add(.warning, "the fallback sensitivity \(level) is none of LOW, MEDIUM and HIGH: it is left out")
        }
        if let strategy = model.dialog?.delegationStrategy { check(strategy, of: "the dialog") }
        for dialog in model.dialog?.intents ?? [] { check(dialog) }
        checkPrompts()
        for shadow in PatternShadow.find([skill.catalog(for: .intents)]) { add(.warning, "\(shadow)") }
        checkWords(skill)
        checkValues(skill)
        for type in model.types where !model.intents.contains(where: { $0.slots.contains { $0.type == type.name } }) {
            add(.unused, "no slot has the type \(type.name)")
        }
    }

    private mutating func add(_ severity: SkillFinding.Severity, _ sentence: String) {
        findings.append(SkillFinding(severity: severity, sentence: sentence))
    }

    private mutating func checkInvocationName() {
        guard let name = model.invocationName, !Words.normalize(name).isEmpty else {
            let remedy = "add \"invocationName\" beside \"intents\""
            return add(.warning, "there is no invocation name: nobody can open the skill; \(remedy)")
        }
        let words = Words.normalize(name)
        if words.count < 2 { add(.warning, "the invocation name \"\(name)\" has one word: Alexa wants two") }
        let reserved = words.filter {
            [
                "open", "start", "launch", "ask", "tell", "run", "load", "begin", "to", "from", "in", "using", "with",
                "for",
            ].contains($0)
        }
        if let word = reserved.first {
            add(
                .warning, "\"\(word)\" in the invocation name \"\(name)\" is what stands around names: Alexa refuses it"
            )
        }
    }

    /// Checks for what cannot be said, or not everywhere: samples that are only a slot, and types without values.
    private mutating func checkWords(_ skill: SkillModel) {
        func hasValues(_ type: String) -> Bool {
            let own = model.types.first { $0.name == type }?.values.isEmpty == false
            return own || BuiltInLists.inUse[type] != nil
        }
        for (intent, name) in skill.bareSlots {
            let type = skill.slot(name, in: intent)?.type ?? ""
            guard !hasValues(type) else { continue }
            add(
                .warning,
                "\(intent)'s sample {\(name)} is only a slot, and \(type) has no values: any words are taken for it, last of "
                    + "all and in an open session only, and a speech recognizer with a grammar does not know them")
        }
        if let first = skill.bareSlots.first,
            let other = skill.bareSlots.first(where: { $0.intent != first.intent })
        {
            add(
                .warning,
                "{\(first.slot)} of \(first.intent) and {\(other.slot)} of \(other.intent) are both samples that are only a "
                    + "slot: words that no list has reach \(first.intent)")
        }
        let types = Set(model.intents.flatMap { $0.slots.map(\.type) })
        for type in types.sorted() where type.hasPrefix("AMAZON.") && !SkillModel.normalizesValues(type) {
            guard !SlotValueFinder.takesAnything(type), !hasValues(type) else { continue }
            add(.unused, "no values of \(type) are known here: any words are taken for it")
        }
    }

    /// Checks for listed values that mean a built-in intent when they are said alone.
    private mutating func checkValues(_ skill: SkillModel) {
        for type in model.types {
            let places: [SkillExpectation] = model.intents.flatMap { intent in
                intent.slots.filter { $0.type == type.name }.map {
                    SkillExpectation.slot(intent: intent.name, slot: $0.name)
                }
            }
            guard let place = places.first else { continue }
            var seen: Set<String> = []
            for words in type.values.flatMap({ [$0.value] + ($0.synonyms ?? []) })
            where seen.insert(EntityResolver.key(words)).inserted {
                guard case .intent(let intent) = skill.strictReading(of: words, expecting: place, dynamic: []),
                    intent.name.hasPrefix("AMAZON.")
                else { continue }
                add(.warning, "\"\(words)\" of the type \(type.name) means \(intent.name) when it is said alone")
            }
        }
    }

    private mutating func check(_ dialog: InteractionModel.DialogIntent) {
        guard let intent = model.intents.first(where: { $0.name == dialog.name }) else {
            return add(.warning, "the dialog of \(dialog.name) is for no intent of the model")
        }
        if let strategy = dialog.delegationStrategy { check(strategy, of: dialog.name) }
        check(
            dialog.confirmationRequired ? dialog.prompts["confirmation"] : nil, dialog.confirmationRequired,
            "confirm \(dialog.name)", intent)
        for slot in dialog.slots {
            guard let declared = intent.slots.first(where: { $0.name == slot.name }) else {
                add(.warning, "the dialog of \(dialog.name) asks for \(slot.name), which the intent does not have")
                continue
            }
            let place = "\(dialog.name)'s slot \(slot.name)"
            if !slot.type.isEmpty, slot.type != declared.type {
                add(
                    .warning,
                    "\(place) has the type \(slot.type) in the dialog and \(declared.type) in the intent, which counts")
            }
            check(slot.prompts["elicitation"], slot.elicitationRequired, "ask for \(place)", intent)
            check(slot.prompts["confirmation"], slot.confirmationRequired, "confirm \(place)", intent)
            for validation in slot.validations {
                if let problem = SlotRule.problem(validation) { add(.warning, "\(place): \(problem)") }
                check(validation.prompt, true, "say what is wrong with \(place)", intent)
            }
        }
    }

    private mutating func check(_ strategy: String, of what: String) {
        guard !["ALWAYS", "SKILL_RESPONSE"].contains(strategy) else { return }
        add(.warning, "\(what): \(strategy) is no delegation strategy: the skill leads the dialog")
    }

    /// Checks a prompt, if one is needed.
    private mutating func check(_ id: String?, _ isNeeded: Bool, _ what: String, _ intent: InteractionModel.Intent) {
        guard isNeeded else { return }
        guard let id, let wordings = model.prompts[id], !wordings.isEmpty else {
            return add(.warning, "there is no prompt to \(what): the host says it in its own words")
        }
        for name in wordings.flatMap({ PromptSet.names(in: $0.value) })
        where !intent.slots.contains(where: { $0.name == name }) {
            add(.warning, "the prompt \(id) names {\(name)}, which \(intent.name) lacks: nothing is said for it")
        }
    }

    private mutating func checkPrompts() {
        var named: Set<String> = []
        for dialog in model.dialog?.intents ?? [] {
            named.formUnion(dialog.prompts.values)
            for slot in dialog.slots {
                named.formUnion(slot.prompts.values)
                named.formUnion(slot.validations.compactMap(\.prompt))
            }
        }
        for (id, wordings) in model.prompts.sorted(by: { $0.key < $1.key }) {
            for wording in wordings where wording.type == "SSML" {
                let text = SpeechOutputText(ssml: wording.value)
                if let problem = text.problem { add(.warning, "the prompt \(id) is not spoken: \(problem)") }
                for time in text.longBreaks {
                    add(
                        .warning,
                        "the prompt \(id) has a break of \(time): it lasts \(SSMLRules.maximumBreakMs / 1000) s, the longest that there is"
                    )
                }
            }
        }
        for id in model.prompts.keys.sorted() where !named.contains(id) {
            add(.unused, "no dialog says the prompt \(id)")
        }
    }
}
