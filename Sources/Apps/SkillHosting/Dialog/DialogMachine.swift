import SaybusInteractionModels
import SaybusSkills

/// The dialog about one intent: what is still to be asked, and what was answered. Pure.
///
/// The steps are, for each slot in the order of the dialog model: ask for it, check its value, have it confirmed; then have the intent confirmed.
public struct DialogMachine: Sendable {
    /// What comes next.
    public enum Step: Sendable, Equatable {
        /// A question to the user.
        case ask(DialogQuestion)
        /// All is there, and was confirmed or denied.
        case complete
        /// The same question was asked as often as it may be.
        case exhausted(DialogQuestion.Subject)
    }

    /// How often one question is asked in a dialog, in whichever wording, when the answers are no good.
    public static let mostTries = 4

    /// The intent with what is known.
    public private(set) var intent: Intent
    /// How far it is.
    public private(set) var state = DialogState.started
    /// What was asked last and not answered yet; nil when nothing was.
    public private(set) var asked: DialogQuestion.Subject?

    /// The intent's slots by the model.
    private let names: Set<String>
    private let rules: InteractionModel.DialogIntent?
    private let prompts: PromptBook
    /// How often each question was asked by the model.
    public private(set) var tries: [DialogQuestion.Subject: Int] = [:]
    /// Which wording is used, so that it is another one each time.
    private var wording: Int

    /// Creates a dialog that begins. Slots that the model's intent has not are left out.
    /// - Parameter wording: Which wordings of the prompts are used first.
    public init(_ intent: Intent, of model: SkillModel, wording: Int = 0) {
        let empty = model.emptyIntent(intent.name)
        names = Set((empty.slots ?? [:]).keys)
        self.intent = intent
        self.intent.slots = empty.slots
        self.wording = wording
        rules = model.dialog(of: intent.name)
        prompts = PromptBook(model.interaction.prompts)
        merge(intent.slots ?? [:])
    }

    /// Whether the model has a dialog for the intent.
    public var hasModel: Bool { rules != nil }

    // MARK: What the user says

    /// Values that were said; those that had others before are to be checked and confirmed again.
    public mutating func fill(_ slots: some Sequence<Slot>) {
        merge(Dictionary(slots.lazy.filter { $0.value != nil }.map { ($0.name, $0) }) { $1 })
        asked = nil
    }

    /// Yes or no to what was asked; nothing when that was no such question.
    public mutating func confirm(_ isYes: Bool) {
        let status: ConfirmationStatus = isYes ? .confirmed : .denied
        switch asked {
        case .slotConfirmation(let name): intent.slots?[name]?.confirmationStatus = status
        case .intentConfirmation: intent.confirmationStatus = status
        case .slot, nil: return
        }
        asked = nil
    }

    // MARK: What the skill wants

    /// The skill has had its say about the dialog: from now on it goes on, unless this is its beginning.
    public mutating func reported() { if state == .started { state = .inProgress } }

    /// The skill has set or changed values.
    /// - Returns: The slots that are left as they were, by name: the intent has none such, or it stands under the name of another.
    @discardableResult
    public mutating func update(_ updated: Intent?) -> [String] {
        guard let updated, updated.name == intent.name else { return [] }
        intent.confirmationStatus = updated.confirmationStatus ?? intent.confirmationStatus
        let foreign = merge(updated.slots ?? [:])
        if state == .completed { state = .inProgress }
        return foreign
    }

    /// Takes slots over that are the intent's own; gives the names of the others.
    @discardableResult
    private mutating func merge(_ slots: [String: Slot]) -> [String] {
        let own = slots.filter { names.contains($0.key) && $0.value.name == $0.key }
        if !own.isEmpty { intent.slots = (intent.slots ?? [:]).merging(own) { $1 } }
        return slots.keys.filter { own[$0] == nil }.sorted()
    }

    /// The skill asks in words of its own.
    public mutating func ask(_ subject: DialogQuestion.Subject) {
        asked = subject
        if state == .started { state = .inProgress }
    }

    // MARK: What the host does

    /// The next step by the model.
    public mutating func next(now: CalendarMoment = .now) -> Step {
        for rule in rules?.slots ?? [] { if let step = next(rule, now) { return step } }
        if rules?.confirmationRequired == true, intent.confirmationStatus.isUndecided {
            return question(.intentConfirmation, rules?.prompts["confirmation"], "Is that right?")
        }
        state = .completed
        asked = nil
        return .complete
    }

    /// The next step about a slot; nil when it is done.
    private mutating func next(_ rule: InteractionModel.DialogSlot, _ now: CalendarMoment) -> Step? {
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
            .slotConfirmation(rule.name), rule.prompts["confirmation"], "\(slot.value ?? "That"), is that right?")
    }

    private mutating func empty(_ slot: String) { intent.slots?[slot] = Slot(name: slot) }

    private mutating func question(
        _ subject: DialogQuestion.Subject, _ prompt: String?, _ fallback: String
    ) -> Step {
        guard tries[subject, default: 0] < Self.mostTries else { return .exhausted(subject) }
        tries[subject, default: 0] += 1
        defer { wording += 1 }
        let text = prompts.text(prompt, number: wording, slots: intent.slots ?? [:]) ?? SpeechOutputText(fallback)
        ask(subject)
        return .ask(DialogQuestion(subject: subject, prompt: text))
    }

    /// What is asked when the model has no prompt: `numberOfPeople` is "number of people".
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
        return "Please tell me the \(words.split(separator: " ").joined(separator: " "))."
    }
}

extension ConfirmationStatus? {
    /// Whether nobody has said yes or no yet.
    fileprivate var isUndecided: Bool { self == nil || self == .some(.none) }
}
