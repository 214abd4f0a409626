import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// A generator of random sentences from a catalog's patterns, with valid values. The same seed gives the same
/// sentences.
public struct SentenceSampler {
    /// The most digits of a value.
    private static let maximumDigits = 20

    private let types: [String: Catalog.SlotType]
    private let open: [String]
    /// The words for a value of an unknown type; nil means that patterns with such a value have no sentence.
    private var unknown: String?
    private var generator: any RandomNumberGenerator

    /// Creates a sampler.
    /// - Parameter open: Words for open slots; if empty, a word that hardly any pattern has.
    public init(_ catalog: Catalog, seed: UInt64, open: [String] = []) {
        types = Dictionary((catalog.slotTypes ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.open = open.isEmpty ? ["xylophone"] : open
        generator = SplitMix(seed: seed)
    }

    /// Creates a sampler that always makes the same sentence of a pattern, with the first of all choices.
    init(examplesOf catalog: Catalog) {
        self.init(catalog, seed: 0, open: [Catalog.anyWords])
        (unknown, generator) = (Catalog.anyWords, FirstChoice())
    }

    /// Returns a sentence of a pattern, with single spaces between words; nil when one of its slots has no
    /// values.
    public mutating func sentence(of pattern: CommandPattern) -> String? {
        let declared = Dictionary(
            (pattern.command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        let (types, open, unknown) = (self.types, self.open, self.unknown)
        let sampler = PhraseSampler { slot, generator in
            if let range = slot.range { return Self.number(range.lowerBound, range.upperBound, range.step, &generator) }
            return Self.value(slot.type ?? declared[slot.name] ?? slot.name, types, open, &generator) ?? unknown
        }
        return sampler.sample(pattern.expression, using: &generator).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private static func value(
        _ name: String, _ types: [String: Catalog.SlotType], _ open: [String],
        _ generator: inout any RandomNumberGenerator
    ) -> String? {
        let builtIn = SlotKind(builtIn: name)
        guard let type = types[name], builtIn == nil || name.first?.isUppercase != true else {
            if let value = BuiltInLists.inUse[name]?.values.randomElement(using: &generator) { return value.text }
            return (builtIn ?? (SlotKind.isAlexaList(name) ? .open : nil)).flatMap { words(of: $0, open, &generator) }
        }
        if let range = type.range { return number(range.from, range.to, range.step ?? 1, &generator) }
        if let value = type.values.randomElement(using: &generator) {
            return value.waysToSay.randomElement(using: &generator)
        }
        let kind = type.base.flatMap { SlotKind(builtIn: $0) }
        if case .digits = kind { return digits(type.count ?? 3, &generator) }
        return kind.flatMap { words(of: $0, open, &generator) }
            ?? (type.isOpen == true || SlotKind.isAlexaList(name) ? open.randomElement(using: &generator) : nil)
    }

    private static func words(
        of kind: SlotKind, _ open: [String], _ generator: inout any RandomNumberGenerator
    ) -> String? {
        if Language.inUse != .english, let words = translated(kind, &generator) { return words }
        return switch kind {
        case .open, .list: open.randomElement(using: &generator)
        case .number, .integer, .wholeNumber:
            ["two", "seven", "twelve", "twenty five", "sixty", "one hundred", "two hundred fifty", "8", "45"]
                .randomElement(using: &generator)
        case .ordinal: ["first", "third", "twentieth"].randomElement(using: &generator)
        case .digits(let count): digits(count ?? 4, &generator)
        case .fourDigits: digits(4, &generator)
        case .phoneNumber: digits(10, &generator)
        case .alphanumeric: "x " + digits(2, &generator)
        case .time(.date): ["today", "tomorrow", "next monday"].randomElement(using: &generator)
        case .time(.time): ["noon", "five p m", "half past seven"].randomElement(using: &generator)
        case .time(.duration): ["five minutes", "two hours", "a week"].randomElement(using: &generator)
        }
    }

    /// Returns words for a number, a time and the like that another language than English has: in digits where it can.
    static func translated(
        _ kind: SlotKind, in language: Language = .inUse, _ generator: inout any RandomNumberGenerator
    ) -> String? {
        let times = language.times
        switch kind {
        case .number, .integer, .wholeNumber:
            return ["2", "7", "12", "25", "60", "100", "250"].randomElement(using: &generator)
        case .ordinal:
            let ordinals = language.numbers.ordinals.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            return ordinals.randomElement(using: &generator)?.key
        case .time(.date):
            // A day that has passed suits few commands.
            let days = times.days.filter { $0.value >= 0 }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            return days.randomElement(using: &generator)?.key
        case .time(.time):
            // First in examples, since named times need words of their own: "a medianoche", but "a las 7:30".
            return (["7:30"] + times.namedTimes.keys.sorted()).randomElement(using: &generator)
        case .time(.duration):
            let units = ["minute", "hour"].flatMap { times.plurals(of: $0) }
            return units.randomElement(using: &generator).map { "5 \($0)" }
        default: return nil
        }
    }

    private static func digits(_ count: Int, _ generator: inout any RandomNumberGenerator) -> String {
        (0..<min(max(1, count), maximumDigits)).map { _ in "\(Int.random(in: 0...9, using: &generator))" }
            .joined(separator: " ")
    }

    /// Returns a number of a range in digits; nil for numbers that are too large to be spoken.
    private static func number(
        _ from: Double, _ to: Double, _ step: Double, _ generator: inout any RandomNumberGenerator
    ) -> String? {
        guard from <= to, step > 0, abs(from) < 1e12 else { return nil }
        let steps = min(((to - from) / step).rounded(.down), 1e6)
        let number = from + step * Double(Int.random(in: 0...Int(steps), using: &generator))
        guard number.rounded() == number else { return SpokenNumber.text(number, in: Language.inUse.numbers) }
        // A catalog from the bus may have steps of any size.
        return Int(exactly: number).map { "\($0)" }
    }
}

/// A generator that always chooses the first item.
private struct FirstChoice: RandomNumberGenerator {
    // Nearly 0. The bounded draws of Swift would reject 0 itself as biased, and draw again forever.
    mutating func next() -> UInt64 { 1 }
}
