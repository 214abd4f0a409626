import SaybusMessages
import SaybusSkills

/// What a skill's directives want, sorted by who does it.
struct SkillWishes {
    /// A step of a dialog.
    enum DialogStep {
        /// The host goes on by the model.
        case delegate(Intent?)
        /// The skill's speech asks for something.
        case ask(DialogQuestion.Subject, Intent?)

        /// The intent as the skill wants it; nil for as it is.
        var updatedIntent: Intent? {
            switch self {
            case .delegate(let intent), .ask(_, let intent): intent
            }
        }
    }

    /// The dialog's next step, the first of several; nil when there is none.
    private(set) var dialog: DialogStep?
    /// Values to be added in the session, which take the place of those before; nil to leave them.
    private(set) var entities: [Catalog.SlotType]?
    /// What the audio player shall do.
    private(set) var audio: [Directive] = []
    /// What cannot be done here, each in a sentence.
    var problems: [String] = []

    /// Sorts the directives of a response, and of its reprompt.
    init(_ response: Response) {
        for directive in response.directives ?? [] { add(directive) }
        for directive in response.reprompt?.directives ?? [] { refuse(directive) }
        if response.card != nil { problems.append("there is nothing to show the skill's card on") }
    }

    private mutating func add(_ directive: Directive) {
        switch directive {
        case .delegate(let directive): add(.delegate(directive.updatedIntent))
        case .elicitSlot(let directive): add(.ask(.slot(directive.slotToElicit), directive.updatedIntent))
        case .confirmSlot(let directive): add(.ask(.slotConfirmation(directive.slotToConfirm), directive.updatedIntent))
        case .confirmIntent(let directive): add(.ask(.intentConfirmation, directive.updatedIntent))
        case .updateDynamicEntities(let directive):
            entities = directive.updateBehavior == .clear ? [] : (directive.types ?? []).map(Catalog.SlotType.init)
        case .play, .stop, .clearQueue: audio.append(directive)
        case .delegateRequest, .unknown: refuse(directive)
        }
    }

    private mutating func add(_ step: DialogStep) {
        guard dialog == nil else { return problems.append("of several dialog directives the first is taken") }
        dialog = step
    }

    private mutating func refuse(_ directive: Directive) {
        problems.append("\(directive.type.prefix(80)) cannot be done here")
    }
}

extension Catalog.SlotType {
    /// Creates values that a skill adds to a type.
    fileprivate init(_ type: UpdateDynamicEntitiesDirective.EntityType) {
        self.init(
            name: type.name,
            values: type.values.map { .init(value: $0.name.value, synonyms: $0.name.synonyms, id: $0.id) },
            isOpen: true)
    }
}
