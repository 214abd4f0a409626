import SaybusStatisticalMatching
import SaybusSupport

/// A generator of meaningless random utterances with realistic numbers of words and slots.
struct SyntheticUtterances {
    private static let beginnings = [
        "please", "can you", "could you", "i want to", "hey", "now", "quickly", "i would like you to", "go and", "just",
    ]
    private static let endings = [
        "for me", "right now", "please", "when you can", "again", "in the evening", "at once", "",
    ]
    private static let syllables = [
        "ba", "ko", "lin", "tur", "mes", "wo", "ran", "del", "si", "pa", "gor", "nu", "fi", "ster", "mo", "la", "ten",
        "vik",
    ]

    private let intents: Int
    private let seed: UInt64

    init(intents: Int, seed: UInt64) { (self.intents, self.seed) = (intents, seed) }

    /// Returns `count` samples, distributed evenly over the intents.
    func samples(_ count: Int) -> [Sample] {
        var generator = SplitMix(seed: seed)
        return (0..<count).map { sample($0 % intents, &generator) }
    }

    private func sample(_ intent: Int, _ generator: inout SplitMix) -> Sample {
        var text = ""
        var slots: [Sample.Slot] = []
        func add(_ words: String) { text += (text.isEmpty || words.isEmpty ? "" : " ") + words }
        func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }
        add(pick(Self.beginnings))
        add(Self.word(intent * 3 + Int.random(in: 0...2, using: &generator)))
        for slot in 0..<Int.random(in: 0...2, using: &generator) {
            add(["the", "with", "to"][slot])
            let value = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                Self.word(1000 + intent * 400 + slot * 200 + Int.random(in: 0..<200, using: &generator))
            }.joined(separator: " ")
            let start = text.count + 1
            add(value)
            slots.append(Sample.Slot(name: "slot\(intent % 20)-\(slot)", range: start..<text.count))
        }
        add(pick(Self.endings))
        return Sample(text: text, intent: "Intent\(intent)", slots: slots)
    }

    /// Returns a distinct word for each number.
    private static func word(_ number: Int) -> String {
        var (word, rest) = ("", number + syllables.count)
        while rest > 0 {
            word += syllables[rest % syllables.count]
            rest /= syllables.count
        }
        return word
    }
}
