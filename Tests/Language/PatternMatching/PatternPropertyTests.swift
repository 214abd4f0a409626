import SaybusMessages
import SaybusPatternMatching
import SaybusSupport
import SaybusTesting
import Testing

@Suite struct PatternPropertyTests {
    private static let room = Catalog.SlotType(
        name: "Room", values: [.init(value: "Hall"), .init(value: "Wine Cellar", synonyms: ["vault", "cold store"])])
    private static let literals = ["set", "the", "to", "and", "with", "for", "play", "what's"]
    private static let open = ["apple", "blue sky", "Grandma's Pie", "x", "a b c"]
    private static let numbers = [
        ("five", "5"), ("two hundred and one", "201"), ("3.5", "3.5"), ("twenty first", "21"),
    ]
    private static let rooms = [("hall", "Hall"), ("wine cellar", "Wine Cellar"), ("Cold Store", "Wine Cellar")]

    /// A pattern, a sentence of it, and the values in the sentence. No two parameters are adjacent.
    private func make(_ generator: inout SplitMix) -> (pattern: String, sentence: String, values: [String: String]) {
        var (pattern, sentence, values) = ([String](), [String](), [String: String]())
        func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &generator)] }
        for index in 0..<Int.random(in: 1...5, using: &generator) {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let word = pick(Self.literals)
                pattern.append(word)
                sentence.append(Bool.random(using: &generator) ? word.uppercased() : word)
            }
            let name = "p\(index)"
            switch Int.random(in: 0...3, using: &generator) {
            case 0:
                let value = pick(Self.open)
                pattern.append("@\(name)")
                sentence.append(value)
                values[name] = value
            case 1:
                let (words, value) = pick(Self.numbers)
                pattern.append("@\(name):Number")
                sentence.append(words)
                values[name] = value
            case 2:
                let (words, value) = pick(Self.rooms)
                pattern.append("@\(name):Room,")
                sentence.append(words + ",")
                values[name] = value
            default: break
            }
        }
        return (pattern.joined(separator: " "), sentence.joined(separator: " ") + ".", values)
    }

    @Test(
        "a sentence made from a pattern matches it, with the same values", arguments: 0..<20 as Range<UInt64>)
    func generated(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        let samples = (0..<100).map { _ in make(&generator) }
        let commands = samples.map { Catalog.Command(type: $0.pattern, patterns: [$0.pattern]) }
        let matcher = PatternMatcher([Catalog(app: "app", commands: commands, slotTypes: [Self.room])])
        #expect(matcher.problems.isEmpty)
        for sample in samples {
            let alone = makeMatcher(sample.pattern, types: [Self.room])
            #expect(values(alone, sample.sentence) == sample.values, "\(sample.pattern) | \(sample.sentence)")
            let hypotheses = matcher.match(sample.sentence)
            let own = alone.match(sample.sentence).first?.confidence ?? 0
            #expect((hypotheses.first?.confidence ?? 0) >= own, "\(sample.pattern) | \(sample.sentence)")
            #expect(hypotheses.allSatisfy { 0.5...1 ~= $0.confidence })
        }
    }

    @Test("random patterns and utterances are handled without a crash")
    func garbage() {
        var generator = SplitMix(seed: 23)
        let pieces = [
            "@", "@a", "@b:", "@c:Number", "@d:Room", "set", "to", "five", "hundred", "'", "\u{2019}", "🎵", "é", ".",
            " ", "\r\n", "-3", "1,000",
        ]
        func text() -> String {
            (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &generator)] + (Bool.random(using: &generator) ? " " : "")
            }.joined()
        }
        for _ in 0..<200 {
            let patterns = (0..<20).map { _ in text() }
            let matcher = PatternMatcher([
                Catalog(app: "app", commands: [.init(type: "X", patterns: patterns)], slotTypes: [Self.room])
            ])
            #expect(matcher.patternCount + matcher.problems.count == patterns.count)
            for _ in 0..<20 {
                let utterance = text()
                let count = utterance.count
                for hypothesis in matcher.match(utterance) {
                    #expect(
                        hypothesis.parameters.values.allSatisfy { ($0.span?.end ?? 0) <= count && !$0.words.isEmpty })
                }
            }
        }
    }

    @Test("many open parameters and many words are matched in bounded time", .timeLimit(.minutes(1)))
    func explosion() {
        let open = (0..<30).map { "@p\($0)" }
        let words = Array(repeating: "a", count: 2000)
        let fitting = makeMatcher(open.joined(separator: " a "))
        #expect(fitting.match(words.joined(separator: " ")).count == 1)
        #expect(fitting.match((words + ["b"]).joined(separator: " ")).count == 1)
        let failing = makeMatcher(open.joined(separator: " a ") + " b")
        #expect(failing.match(words.joined(separator: " ")).isEmpty)
        let numbers = makeMatcher((0..<30).map { "@p\($0):Number" }.joined(separator: " ") + " @end")
        #expect(numbers.match(Array(repeating: "five", count: 2000).joined(separator: " ")).count == 1)
        #expect(fitting.match(Array(repeating: "a", count: 4097).joined(separator: " ")).isEmpty)
    }

    @Test("words of politeness around many words do not have them searched fifty times", .timeLimit(.minutes(1)))
    func politeExplosion() {
        let commands = (0..<20).map { number in
            let open = (0..<30).map { "@p\(number)x\($0)" }
            return Catalog.Command(type: "C\(number)", patterns: [open.joined(separator: " a ") + " b"])
        }
        let matcher = PatternMatcher([Catalog(app: "app", commands: commands)])
        let words = Array(repeating: "um", count: 6) + Array(repeating: "a", count: 3900)
        let text = (words + Array(repeating: "please", count: 6)).joined(separator: " ")
        #expect((0..<5).allSatisfy { _ in matcher.match(text).isEmpty })
    }

    @Test("the speed with a thousand patterns is printed")
    func speed() {
        var generator = SplitMix(seed: 1)
        let samples = (0..<1000).map { _ in make(&generator) }
        for count in [10, 1000] {
            let commands = samples.prefix(count).map { Catalog.Command(type: $0.pattern, patterns: [$0.pattern]) }
            let clock = ContinuousClock()
            var matcher = PatternMatcher([])
            let building = clock.measure {
                matcher = PatternMatcher([Catalog(app: "app", commands: commands, slotTypes: [Self.room])])
            }
            var found = 0
            let time = clock.measure {
                for round in 0..<1000 where !matcher.match(samples[round % count].sentence).isEmpty { found += 1 }
            }
            print("\(count) patterns built in \(building), 1000 sentences matched in \(time)")
            #expect(found == 1000)
        }
    }
}
