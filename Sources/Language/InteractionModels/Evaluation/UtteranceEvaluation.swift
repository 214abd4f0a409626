import SaybusMessages
import SaybusPatternMatching

/// The accuracy of patterns on labelled utterances. Rates are in 0…1, and nil where nothing can be measured.
public struct UtteranceEvaluation: Sendable, Encodable {
    /// An utterance that was misunderstood.
    public struct Failure: Sendable, Equatable, Encodable {
        /// The utterance as written in the file.
        public var text: String
        /// The expected intent; nil when the utterance must be rejected.
        public var expected: String?
        /// The recognized intent; nil when nothing matched.
        public var found: String?
        /// The recognized values, by name.
        var slots: [String: String]
        /// The line in the file.
        public var line: Int
    }

    /// The number of utterances, in scope and out of scope.
    public let utterances: Int
    /// The share of utterances with the right intent.
    public let intentAccuracy: Double
    /// The share of in-scope utterances with the right intent.
    public let inScopeAccuracy: Double?
    /// The share of out-of-scope utterances that were rejected.
    public let outOfScopeRecall: Double?
    /// The mean F1 of the intents.
    public let macroF1: Double?
    /// The F1 of the slots, by name and value.
    public let slotF1: Double?
    /// The share of utterances with the right intent and exactly the right slots.
    public let frameAccuracy: Double
    /// The first utterances that were misunderstood.
    public let failures: [Failure]

    /// The most failures that are kept.
    static let maximumFailures = 100

    /// Matches all utterances once.
    public init(_ labelled: LabelledUtterances, _ matcher: PatternMatcher) {
        var (right, rightFrames, inScope, rightInScope, rejected) = (0, 0, 0, 0, 0)
        var (rightSlots, foundSlots, expectedSlots) = (0, 0, 0)
        var failures: [Failure] = []
        var intents = IntentTally()
        for item in labelled.items {
            let best = matcher.match(item.text).first
            let isRight = best?.type == item.intent
            intents.add(wanted: item.intent, found: best?.type)
            right += isRight ? 1 : 0
            if item.intent == nil {
                rejected += isRight ? 1 : 0
            } else {
                inScope += 1
                rightInScope += isRight ? 1 : 0
            }
            var isFrameRight = isRight
            let parameters = best?.parameters ?? [:]
            if let slots = item.slots {
                let correct = slots.count { name, value in
                    parameters[name].map { [$0.words, "\($0.value)"].contains { Self.equal($0, value) } } ?? false
                }
                rightSlots += correct
                foundSlots += parameters.count
                expectedSlots += slots.count
                isFrameRight = isRight && correct == slots.count && parameters.count == slots.count
            }
            rightFrames += isFrameRight ? 1 : 0
            if !isFrameRight, failures.count < Self.maximumFailures {
                failures.append(
                    Failure(
                        text: item.text, expected: item.intent, found: best?.type,
                        slots: parameters.mapValues { "\($0.value)" }, line: item.line))
            }
        }
        let outOfScope = labelled.items.count - inScope
        utterances = labelled.items.count
        intentAccuracy = Double(right) / Double(max(1, labelled.items.count))
        frameAccuracy = Double(rightFrames) / Double(max(1, labelled.items.count))
        inScopeAccuracy = inScope > 0 ? Double(rightInScope) / Double(inScope) : nil
        outOfScopeRecall = outOfScope > 0 ? Double(rejected) / Double(outOfScope) : nil
        macroF1 = intents.macroF1
        slotF1 =
            foundSlots + expectedSlots > 0 ? Double(2 * rightSlots) / Double(foundSlots + expectedSlots) : nil
        self.failures = failures
    }

    private static func equal(_ one: String, _ other: String) -> Bool {
        one.lowercased() == other.lowercased() || (Double(one) != nil && Double(one) == Double(other))
    }
}
