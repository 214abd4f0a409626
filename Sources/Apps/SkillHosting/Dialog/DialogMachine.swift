import SaybusInteractionModels
import SaybusPhrases
import SaybusSkills

/// The state machine of the dialog about one intent: what to ask next, and what was answered. It performs no
/// I/O.
///
/// For each slot, in the order of the dialog model, the dialog elicits, validates and confirms the value. Then
/// it confirms the intent.
public struct DialogMachine: Sendable {
    /// The next step of a dialog.
    public enum Step: Sendable, Equatable {
        /// Ask the user a question.
        case ask(DialogQuestion)
        /// All required slots are filled, and confirmed or denied.
        case complete
        /// The question was asked as often as allowed.
        case exhausted(DialogQuestion.Subject)
    }

    /// Maximum number of times that a dialog asks one question, whatever its wording.
    public static let maximumAttempts = 4

    /// The intent with the slots filled so far.
    public private(set) var intent: Intent
    /// The progress of the dialog.
    public private(set) var state = DialogState.started
    /// The question that awaits an answer; nil for none.
    public private(set) var openQuestion: DialogQuestion.Subject?

    /// The names of the intent's slots in the model.
    private let names: Set<String>
    private let rules: InteractionModel.DialogIntent?
    private let prompts: PromptSet
    /// Number of times that the model's dialog has asked each question.
    public private(set) var attempts: [DialogQuestion.Subject: Int] = [:]
    /// The index of the next wording, so that wordings alternate.
    private var wording: Int

    /// Creates a dialog at its start. Slots that the model's intent does not have are dropped.
    /// - Parameters:
    ///   - intent: The intent with its spoken slots.
    ///   - model: The skill's model.
    ///   - wording: The index of the first wording of each prompt.
    public init(_ intent: Intent, of model: SkillModel, wording: Int = 0) {
        let empty = model.emptyIntent(intent.name)
        names = Set((empty.slots ?? [:]).keys)
        self.intent = intent
        self.intent.slots = empty.slots
        self.wording = wording
        rules = model.dialog(of: intent.name)
        let slots = model.interaction.intents.first { $0.name == intent.name }?.slots ?? []
        prompts = PromptSet(
            model.interaction.prompts,
            types: Dictionary(slots.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }),
            language: model.interaction.language)
        merge(intent.slots ?? [:])
    }

    /// Whether the model has a dialog for the intent.
    public var hasModel: Bool { rules != nil }

    // MARK: User events

    /// Fills slots with spoken values. A slot that had another value is validated and confirmed again, and an intent
    /// that was denied is confirmed again.
    ///
    /// In an answer to a question, words that are no value of a slot's type replace no value of another slot: to "How
    /// many?", "a lot" is no drink.
    public mutating func fill(_ slots: some Sequence<Slot>) {
        let filled = slots.filter { $0.value != nil && !isStray($0) }
        merge(Dictionary(filled.map { ($0.name, $0) }) { $1 })
        if !filled.isEmpty, intent.confirmationStatus == .denied { intent.confirmationStatus = ConfirmationStatus.none }
        openQuestion = nil
    }

    /// Whether a slot has words that no list knows, while the question is not about it and it has a value of the list.
    private func isStray(_ slot: Slot) -> Bool {
        guard let openQuestion, openQuestion.slot != slot.name, slot.resolutions != nil, slot.resolvedValue == nil
        else { return false }
        // The values of a list have resolutions of their own.
        if case .list = slot.slotValue { return false }
        return intent.slots?[slot.name]?.resolvedValue != nil
    }

    /// Answers the open confirmation with yes or no. Without an open confirmation the call has no effect.
    public mutating func confirm(_ isYes: Bool) {
        let status: ConfirmationStatus = isYes ? .confirmed : .denied
        switch openQuestion {
        case .slotConfirmation(let name): intent.slots?[name]?.confirmationStatus = status
        case .intentConfirmation: intent.confirmationStatus = status
        case .slot, nil: return
        }
        openQuestion = nil
    }

    // MARK: Skill events

    /// Records that the skill has received the intent. The dialog is then in progress.
    public mutating func recordDelivery() { if state == .started { state = .inProgress } }

    /// Applies the slots that the skill has set or changed.
    /// - Returns: The keys of ignored slots: the intent has no such slot, or the slot's own name differs from its
    ///   key.
    @discardableResult
    public mutating func update(_ updated: Intent?) -> [String] {
        guard let updated, updated.name == intent.name else { return [] }
        intent.confirmationStatus = updated.confirmationStatus ?? intent.confirmationStatus
        let foreign = merge(updated.slots ?? [:])
        if state == .completed { state = .inProgress }
        return foreign
    }

    /// Sets those slots that the intent has, and returns the names of the others.
    @discardableResult
    private mutating func merge(_ slots: [String: Slot]) -> [String] {
        let own = slots.filter { names.contains($0.key) && $0.value.name == $0.key }
        if !own.isEmpty { intent.slots = (intent.slots ?? [:]).merging(own) { $1 } }
        return slots.keys.filter { own[$0] == nil }.sorted()
    }

    /// Records a question. A dialog that was complete goes on with it, so that the intent's own words fill its slots.
    public mutating func ask(_ subject: DialogQuestion.Subject) { (openQuestion, state) = (subject, .inProgress) }

    // MARK: Host steps

    /// Returns the next step according to the dialog model.
    public mutating func next(now: LocalDateTime = .now) -> Step {
        // The user does not want the intent: there is nothing left to ask.
        guard intent.confirmationStatus != .denied else { return complete() }
        for rule in rules?.slots ?? [] { if let step = next(rule, now) { return step } }
        if rules?.confirmationRequired == true, intent.confirmationStatus.isUndecided {
            return question(.intentConfirmation, rules?.prompts["confirmation"], BuiltInSentence.isThatRight.text())
        }
        return complete()
    }

    private mutating func complete() -> Step {
        state = .completed
        openQuestion = nil
        return .complete
    }

    /// Returns the next step for a slot; nil when the slot is complete.
    private mutating func next(_ rule: InteractionModel.DialogSlot, _ now: LocalDateTime) -> Step? {
        if intent.slots?[rule.name]?.confirmationStatus == .denied { empty(rule.name) }
        guard let slot = intent.slots?[rule.name], slot.spokenValue != nil else {
            guard rule.elicitationRequired else { return nil }
            return question(.slot(rule.name), rule.prompts["elicitation"], Self.request(for: rule.name))
        }
        if let broken = rule.validations.first(where: { !SlotRule($0).accepts(slot, now: now) }) {
            let step = question(
                .slot(rule.name), broken.prompt ?? rule.prompts["elicitation"], Self.request(for: rule.name))
            empty(rule.name)
            return step
        }
        guard rule.confirmationRequired, slot.confirmationStatus.isUndecided else { return nil }
        return question(
            .slotConfirmation(rule.name), rule.prompts["confirmation"],
            prompts.words(of: slot).map { BuiltInSentence.isValueRight.text(["value": $0]) }
                ?? BuiltInSentence.isThatRight.text())
    }

    private mutating func empty(_ slot: String) { intent.slots?[slot] = Slot(name: slot) }

    private mutating func question(
        _ subject: DialogQuestion.Subject, _ prompt: String?, _ fallback: String
    ) -> Step {
        guard attempts[subject, default: 0] < Self.maximumAttempts else { return .exhausted(subject) }
        attempts[subject, default: 0] += 1
        defer { wording += 1 }
        let text = prompts.text(prompt, number: wording, slots: intent.slots ?? [:]) ?? SpeechOutputText(fallback)
        ask(subject)
        return .ask(DialogQuestion(subject: subject, prompt: text))
    }

    /// Returns the question for a slot without a prompt: `numberOfPeople` becomes "number of people".
    private static func request(for slot: String) -> String {
        var words = ""
        for character in slot {
            if character == "_" || character == "-" {
                words += " "
            } else if character.isUppercase {
                words += " " + character.lowercased()
            } else {
                words.append(character)
            }
        }
        return BuiltInSentence.askForValue.text(["name": words.split(separator: " ").joined(separator: " ")])
    }
}

extension ConfirmationStatus? {
    /// Whether the user has neither confirmed nor denied.
    fileprivate var isUndecided: Bool { self == nil || self == .some(.none) }
}
