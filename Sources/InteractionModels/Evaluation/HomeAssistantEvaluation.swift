import Messages
import PatternMatching

/// How well the sentences of a checkout understand its tests.
public struct HomeAssistantEvaluation: Sendable, Encodable {
    /// A sentence that was not understood rightly.
    public struct Failure: Sendable, Equatable, Encodable {
        /// What was said.
        public var text: String
        /// The intent and slots that are right.
        public var expected: String
        /// The intent and slots that were found; empty when it was not understood.
        public var found: String
        /// The test's file and line.
        public var place: String
    }

    /// How many sentences there are.
    public let sentences: Int
    /// Those that were not understood rightly.
    public let failures: [Failure]
    /// How many of these have a wrong intent.
    public let wrongIntents: Int

    /// Runs all tests once.
    public init(_ tests: HomeAssistantTests, _ matcher: PatternMatcher) {
        sentences = tests.cases.count
        var wrongIntents = 0
        failures = tests.cases.compactMap { test in
            let best = matcher.match(test.text, context: test.context).first
            guard !Self.isRight(best, test) else { return nil }
            if best?.type != test.intent { wrongIntents += 1 }
            return Failure(
                text: test.text,
                expected: Self.shown(test.intent, test.slots.mapValues { $0.joined(separator: " or ") }),
                found: best.map { Self.shown($0.type, $0.parameters.mapValues { "\($0.value)" }) } ?? "",
                place: test.place)
        }
        self.wrongIntents = wrongIntents
    }

    private static func shown(_ intent: String, _ slots: [String: String]) -> String {
        ([intent] + slots.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }

    /// Whether the intent is right, and all slots and no others are there with a right value each.
    static func isRight(_ hypothesis: SpeechIntent.Hypothesis?, _ test: HomeAssistantTests.Case) -> Bool {
        guard let hypothesis, hypothesis.type == test.intent,
            Set(hypothesis.parameters.keys) == Set(test.slots.keys)
        else { return false }
        return hypothesis.parameters.allSatisfy { name, parameter in
            (test.slots[name] ?? []).contains { right in
                if case .number(let number) = parameter.value { return Double(right) == number }
                return trimmed(right) == trimmed("\(parameter.value)")
            }
        }
    }

    private static func trimmed(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
}
