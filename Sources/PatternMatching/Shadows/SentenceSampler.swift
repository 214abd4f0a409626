import Messages
import Phrases

/// Makes sentences of a catalog's patterns, with values that fit.
struct SentenceSampler {
    private let catalog: Catalog
    private var generator: any RandomNumberGenerator

    init(_ catalog: Catalog, seed: UInt64) {
        self.catalog = catalog
        generator = SeededGenerator(state: seed)
    }

    /// A sentence of a pattern of a command; nil when it has none.
    mutating func sentence(
        _ expression: PhraseExpression, rules: [String: PhraseExpression], of command: Catalog.Command
    ) -> String? {
        let types = Dictionary((catalog.slotTypes ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let declared = Dictionary((command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        let sampler = PhraseSampler(rules: rules) { slot, generator in
            let name = slot.type ?? declared[slot.name] ?? slot.name
            if let range = slot.range { return "\(Int(range.lowerBound))" }
            if let kind = SlotKind(builtIn: name) { return Self.words(of: kind) }
            guard let type = types[name] else { return SlotKind.isAlexaList(name) ? Self.words(of: .open) : nil }
            if let range = type.range { return "\(Int(range.from))" }
            guard !type.values.isEmpty else {
                return type.base == "digits"
                    ? (0..<(type.count ?? 3)).map { "\($0)" }.joined(separator: " ")
                    : Self.words(of: type.base.flatMap { SlotKind(builtIn: $0) } ?? .open)
            }
            let value = type.values[Int(generator.next(upperBound: UInt(type.values.count)))]
            guard let spoken = value.spoken?.first else { return value.value }
            return (try? PhraseTemplate(spoken))?.expression.texts(limit: 1000)?.first?.text
        }
        return sampler.sample(expression, using: &generator)
    }

    private static func words(of kind: SlotKind) -> String {
        switch kind {
        // A word that hardly any pattern has.
        case .open, .list: "xylophone"
        case .number, .integer, .wholeNumber: "seven"
        case .ordinal: "third"
        case .digits, .fourDigits: "four two seven one"
        case .phoneNumber: "five five five one two three four"
        case .alphanumeric: "x 7"
        case .time(.date): "tomorrow"
        case .time(.time): "noon"
        case .time(.duration): "five minutes"
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same sentences each time.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
