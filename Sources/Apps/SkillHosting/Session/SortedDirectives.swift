import SaybusInteractionModels
import SaybusMessages
import SaybusSkills

/// A response's directives, sorted by the component that carries them out.
struct SortedDirectives {
    /// A step of the dialog.
    enum DialogStep {
        /// The host continues by the dialog model.
        case delegate(Intent?)
        /// The skill's speech asks a question.
        case ask(DialogQuestion.Subject, Intent?)

        /// The intent with the skill's changes; nil for an unchanged intent.
        var updatedIntent: Intent? {
            switch self {
            case .delegate(let intent), .ask(_, let intent): intent
            }
        }
    }

    /// The next step of the dialog, from the first dialog directive; nil for none.
    private(set) var dialog: DialogStep?
    /// The dynamic entities that replace earlier ones; nil keeps the earlier ones.
    private(set) var entities: [Catalog.SlotType]?
    /// The directives for the audio player.
    private(set) var audio: [Directive] = []
    /// The card, and the directives that no stage takes: those for a screen.
    private(set) var cards: [CardShown] = []
    /// Descriptions of the directives that cannot be carried out.
    var problems: [String] = []
    private let app: String

    /// Sorts the directives of a response and of its reprompt.
    /// - Parameter app: The skill's name on the bus.
    init(_ response: Response, app: String) {
        self.app = app
        if let card = response.card { cards.append(CardShown(card, app: app)) }
        for directive in response.directives ?? [] { add(directive) }
        for directive in response.reprompt?.directives ?? [] {
            if case .unknown(let object) = directive {
                cards.append(CardShown(object, app: app))
            } else {
                refuse(directive)
            }
        }
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
        case .unknown(let object):
            cards.append(CardShown(object, app: app))
            // A screen may show a purchase, but the skill waits for its result.
            if object.type.hasPrefix("Connections.") {
                problems.append("\(object.type.prefix(80)) is only shown: no Connections.Response comes")
            }
        case .delegateRequest: refuse(directive)
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
    /// Creates a slot type from dynamic entities.
    fileprivate init(_ type: UpdateDynamicEntitiesDirective.EntityType) {
        self.init(
            name: type.name,
            values: type.values.map { entity in
                let (value, own) = (entity.name.value, entity.name.synonyms ?? [])
                return Value(value: value, synonyms: Initialism.synonyms(of: value, own), id: entity.id)
            },
            isOpen: true)
    }
}
