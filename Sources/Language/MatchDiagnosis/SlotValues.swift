import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The values of the parameters of a command, tried on words. A matcher for each type is made when it is first needed.
struct SlotValues {
    /// The most examples of a type's values.
    static let maximumExamples = 5

    private let catalog: Catalog
    private var matchers: [String: PatternMatcher] = [:]
    private var known: [String: Bool] = [:]

    init(_ catalog: Catalog) { self.catalog = catalog }

    /// Returns whether any words are a value of a type: open text, and lists that take other words.
    func isOpen(_ type: String) -> Bool {
        if type == PhraseTemplate.textType { return true }
        guard let own = catalog.slotTypes?.first(where: { $0.name == type }) else { return false }
        return own.isOpen == true || own.base == "selset" || own.base == "entity"
    }

    /// Returns whether words are a value of a slot.
    /// - Parameter type: The slot's type, as the command declares it.
    mutating func accept(_ words: String, for slot: PhraseSlot, type: String) -> Bool {
        let key = "\(type)\u{0}\(slot.range.map { "\($0)" } ?? "")\u{0}\(words)"
        if let known = known[key] { return known }
        let value = matcher(of: type).match(words).first?.parameters["value"]?.value
        let isAccepted =
            switch (value, slot.range) {
            case (nil, _): false
            case (.number(let number), let range?): range.value(of: number) != nil
            default: true
            }
        known[key] = isAccepted
        return isAccepted
    }

    /// Returns some values of a slot, as they are said.
    func examples(of slot: PhraseSlot, type: String) -> [String] {
        if let range = slot.range { return ["\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"] }
        guard let own = catalog.slotTypes?.first(where: { $0.name == type }) else {
            return catalog.example(of: ["{value}"], slots: [.init(name: "value", type: type)]).map { [$0] } ?? []
        }
        if let range = own.range { return ["\(Self.text(range.from)) to \(Self.text(range.to))"] }
        return own.values.prefix(Self.maximumExamples).map { $0.waysToSay.first ?? $0.value }
    }

    private static func text(_ number: Double) -> String { Parameter.Value.number(number).description }

    private mutating func matcher(of type: String) -> PatternMatcher {
        if let matcher = matchers[type] { return matcher }
        let matcher = PatternMatcher([
            Catalog(
                app: catalog.app, language: catalog.language,
                commands: [
                    Catalog.Command(type: "Value", patterns: ["{value}"], slots: [.init(name: "value", type: type)])
                ],
                slotTypes: catalog.slotTypes?.filter { $0.name == type })
        ])
        matchers[type] = matcher
        return matcher
    }
}
