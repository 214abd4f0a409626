import SaybusMessages
import SaybusPatternMatching

/// The accuracy with which the sentences of a Home Assistant checkout match its own tests.
public struct HomeAssistantEvaluation: Sendable, Encodable {
    /// A sentence that was misunderstood.
    public struct Failure: Sendable, Equatable, Encodable {
        /// The sentence.
        public var text: String
        /// The expected intent and slots.
        public var expected: String
        /// The recognized intent and slots; empty when nothing matched.
        public var found: String
        /// The file and line of the test.
        public var place: String
    }

    /// The number of test sentences that were matched.
    public let sentences: Int
    /// The sentences that were misunderstood.
    public let failures: [Failure]
    /// The number of failures with a wrong intent.
    public let wrongIntents: Int
    /// The mean F1 of the intents; nil without sentences.
    public let macroF1: Double?
    /// The F1 of the slots, by name and value; nil when there are none.
    public let slotF1: Double?

    /// Runs all tests of a home once.
    public init(_ tests: HomeAssistantTests, _ matcher: PatternMatcher) { self.init([tests]) { _ in matcher } }

    /// Runs all tests of several homes once.
    /// - Parameters:
    ///   - homes: The tests of each home.
    ///   - matcher: Returns the matcher for the entities of a home.
    public init(_ homes: [HomeAssistantTests], matcher: ([Catalog.SlotType]) -> PatternMatcher) {
        sentences = homes.reduce(0) { $0 + $1.cases.count }
        var wrongIntents = 0
        var intents = IntentTally()
        var (found, wanted, right) = (0, 0, 0)
        failures = homes.flatMap { home in
            let matcher = matcher(home.entities)
            return home.cases.compactMap { test -> Failure? in
                var best = matcher.match(test.text, context: test.context).first
                let parameters = Self.judged(best?.parameters ?? [:], test)
                best?.parameters = parameters
                intents.add(wanted: test.intent, found: best?.type)
                found += parameters.count
                wanted += test.slots.count
                right += parameters.count { Self.isRight($0.value, test.slots[$0.key] ?? []) }
                guard !Self.isRight(best, test) else { return nil }
                if best?.type != test.intent { wrongIntents += 1 }
                return Failure(
                    text: test.text,
                    expected: Self.shown(test.intent, test.slots.mapValues { $0.joined(separator: " or ") }),
                    found: best.map { Self.shown($0.type, $0.parameters.mapValues { "\($0.value)" }) } ?? "",
                    place: test.place)
            }
        }
        self.wrongIntents = wrongIntents
        macroF1 = intents.macroF1
        slotF1 = found + wanted > 0 ? Double(2 * right) / Double(found + wanted) : nil
    }

    /// Returns the slots without those that may be found beside the expected ones.
    private static func judged(
        _ parameters: [String: Parameter], _ test: HomeAssistantTests.Case
    ) -> [String: Parameter] {
        parameters.filter { name, parameter in
            guard test.slots[name] == nil, let value = test.additional[name] else { return true }
            return value.map { "\(parameter.value)" != $0 } ?? false
        }
    }

    private static func shown(_ intent: String, _ slots: [String: String]) -> String {
        ([intent] + slots.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }

    /// Returns whether the intent is right, and exactly the expected slots are present with an accepted value each.
    static func isRight(_ hypothesis: SpeechIntent.Hypothesis?, _ test: HomeAssistantTests.Case) -> Bool {
        guard let hypothesis, hypothesis.type == test.intent,
            Set(hypothesis.parameters.keys) == Set(test.slots.keys)
        else { return false }
        return hypothesis.parameters.allSatisfy { isRight($0.value, test.slots[$0.key] ?? []) }
    }

    private static func isRight(_ parameter: Parameter, _ values: [String]) -> Bool {
        values.contains { right in
            if case .number(let number) = parameter.value { return Double(right) == number }
            return trimmed(right) == trimmed("\(parameter.value)")
        }
    }

    private static func trimmed(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
}
