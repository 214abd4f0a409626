import SaybusMessages
import SaybusPatternMatching

/// The compiler of patterns, which come in catalogs from the bus. An input holds one pattern a line, at most
/// ``maximumPatterns``; the patterns are compiled and matched, as the intent stage does.
enum PatternDecoder: FuzzedDecoder {
    /// The most lines that count, so that an input takes no longer than its format can.
    static let maximumPatterns = 8

    static let words = [
        "@a:Number", "@a:Room", "@a:AMAZON.DATE", "@a:AMAZON.TIME", "@a:AMAZON.DURATION", "@a:Number(1..9)", "@a",
        "[a]", "(a|b)", "(a;b;c)",
        "{a}", "<polite>", "@a's", "  ", "ten minutes",
    ]

    static let seeds: [[UInt8]] = [
        "set a timer for @minutes:Number minutes\n(start|begin) (a|an) @minutes:Number minute timer [now]",
        "turn @state:Room the light in the @room:Room\n([@room:Room];[light];[please])\nadd @item to the list",
        "hello\n@a at @b:AMAZON.DATE [@c:AMAZON.TIME]\n<polite> open @room:Room",
    ].map { Array($0.utf8) }

    private static let types: [Catalog.SlotType] = [
        .init(name: "Room", values: [.init(value: "kitchen"), .init(value: "living room", synonyms: ["lounge"])])
    ]

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: maximumPatterns)
            .prefix(maximumPatterns).map { String(decoding: $0, as: UTF8.self) }
        let catalog = Catalog(
            app: "fuzz", commands: [.init(type: "Go", patterns: lines)], slotTypes: types,
            rules: ["polite": "[please|kindly]"])
        let matcher = PatternMatcher([catalog])
        for problem in matcher.problems { try checkRefusal("\(problem)") }
        for text in ["set a timer for ten minutes in the living room", lines.first ?? ""] {
            for hypothesis in matcher.match(text) where !(0...1).contains(hypothesis.confidence) {
                throw FuzzViolation(.size, "a match has the confidence \(hypothesis.confidence)")
            }
        }
        _ = PatternShadow.find([catalog])
        return !lines.isEmpty && matcher.problems.isEmpty
    }
}
