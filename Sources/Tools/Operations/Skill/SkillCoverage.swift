import SaybusInteractionModels
import SaybusSkillHosting
import SaybusSkills

/// The intents and slots of a model that dialogs have reached.
struct SkillCoverage: CustomStringConvertible {
    private let intents: [String]
    private let slots: [String]
    private var reachedIntents: Set<String> = []
    private var reachedSlots: Set<String> = []

    /// The most names that the description lists.
    private static let maximumNames = 12

    init(_ model: SkillModel) {
        intents = model.interaction.intents.map(\.name)
        slots = model.interaction.intents.flatMap { intent in intent.slots.map { "\(intent.name).\($0.name)" } }
    }

    /// Records the requests of a turn.
    mutating func record(_ turn: SkillSimulation.Turn) {
        for case .request(let envelope) in turn.exchanges {
            guard let intent = envelope.request.intent else { continue }
            reachedIntents.insert(intent.name)
            for slot in (intent.slots ?? [:]).values where slot.spokenValue != nil {
                reachedSlots.insert("\(intent.name).\(slot.name)")
            }
        }
    }

    /// Such as `covered: 4 of 5 intents, 2 of 3 slots; not: HelpIntent, OrderIntent.size`.
    var description: String {
        let missing = intents.filter { !reachedIntents.contains($0) } + slots.filter { !reachedSlots.contains($0) }
        let names = missing.prefix(Self.maximumNames).joined(separator: ", ")
        let more = missing.count > Self.maximumNames ? " and \(missing.count - Self.maximumNames) more" : ""
        return "covered: \(intents.count { reachedIntents.contains($0) }) of \(intents.count) intents, "
            + "\(slots.count { reachedSlots.contains($0) }) of \(slots.count) slots"
            + (missing.isEmpty ? "" : "; not: \(names)\(more)")
    }
}
