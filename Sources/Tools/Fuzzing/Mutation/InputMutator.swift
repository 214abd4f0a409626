import SaybusMessages
import SaybusSupport

/// A maker of inputs for a decoder, from a seed of random numbers: mutations of valid inputs, and random bytes.
public struct InputMutator {
    /// The most bytes of an input.
    public static let maximumSize = 1 << 16

    private var generator: SplitMix
    private let inputs: [[UInt8]]
    private let words: [[UInt8]]
    /// Text that many formats give a meaning to.
    private static let commonWords = [
        "\"", "'", "{", "}", "[", "]", "(", ")", ":", ": ", ",", "|", ";", "\n", "\n  ", "- ", "null", "true", "-1",
        "0", "1e999", "1e-400", "-9223372036854775808", "9223372036854775808", "18446744073709551616", "\\u0000",
        "\\ud800", "\u{FFFF}", "\u{0}", "/", ".", "[[[[[[[[", "{\"a\":", "%", "\u{FEFF}", "\u{202E}", "e\u{301}", "👩‍👧",
    ].map { Array($0.utf8) }

    /// Creates a mutator of a target's seeds and of further inputs.
    init(_ target: FuzzTarget, corpus: [[UInt8]] = [], seed: UInt64) {
        generator = SplitMix(seed: seed)
        inputs = target.seeds + corpus
        words = Self.commonWords + target.decoder.words.map { Array($0.utf8) }
    }

    /// Starts the random numbers anew.
    public mutating func reseed(_ seed: UInt64) { generator = SplitMix(seed: seed) }

    /// Returns the next input: mostly a changed example, and at times random bytes.
    public mutating func next() -> [UInt8] {
        if Int.random(in: 0..<20, using: &generator) == 0 { return bytes(Int.random(in: 0...300, using: &generator)) }
        return mutated(inputs.randomElement(using: &generator) ?? [])
    }

    /// Returns an input with one to three changes.
    public mutating func mutated(_ input: [UInt8]) -> [UInt8] {
        var input = input
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: mutateLines(&input)
            case 1: mutateJSON(&input)
            default: mutateBytes(&input)
            }
        }
        return Array(input.prefix(Self.maximumSize))
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Removes, repeats, exchanges or inserts lines, which in some formats are frames, fields or events.
    private mutating func mutateLines(_ input: inout [UInt8]) {
        var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let index = lines.indices.randomElement(using: &generator) else { return input = bytes(3) }
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: lines.remove(at: index)
        case 1: lines.insert(lines[index], at: index)
        case 2: lines.swapAt(index, Int.random(in: lines.indices, using: &generator))
        case 3:
            let other = inputs.randomElement(using: &generator) ?? []
            let foreign = other.split(separator: UInt8(ascii: "\n")).randomElement(using: &generator)
            lines.insert(foreign ?? [], at: index)
        default: lines.insert(bytes(Int.random(in: 0...40, using: &generator))[...], at: index)
        }
        input = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Changes one value in the JSON of a line, or of the whole input.
    private mutating func mutateJSON(_ input: inout [UInt8]) {
        if let value = try? JSONValue(parsing: input) {
            input = Array(JSONMutation.mutated(value, using: &generator).text().utf8)
            return
        }
        var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let objects = lines.indices.filter { lines[$0].first == UInt8(ascii: "{") }
        guard let index = objects.randomElement(using: &generator),
            let value = try? JSONValue(parsing: Array(lines[index]))
        else { return mutateBytes(&input) }
        lines[index] = Array(JSONMutation.mutated(value, using: &generator).text().utf8)[...]
        input = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    private mutating func mutateBytes(_ input: inout [UInt8]) {
        guard !input.isEmpty else { return input = bytes(3) }
        let from = Int.random(in: input.indices, using: &generator)
        let to = min(input.count, from + Int.random(in: 1...8, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: input[from] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: input[from] = UInt8.random(in: 0...255, using: &generator)
        case 2: input.removeSubrange(from..<to)
        case 3: input.insert(contentsOf: input[from..<to], at: from)
        case 4: input.removeSubrange(from...)
        case 5:
            // Deep nesting exhausts the stack of a reader without a bound.
            let times = Int.random(in: 2...2000, using: &generator)
            input.insert(contentsOf: repeatElement(input[from..<to], count: times).joined(), at: from)
        case 6: input.insert(contentsOf: word(), at: from)
        default: input.replaceSubrange(from..<to, with: word())
        }
    }

    private mutating func word() -> [UInt8] { words.randomElement(using: &generator) ?? [] }
}
