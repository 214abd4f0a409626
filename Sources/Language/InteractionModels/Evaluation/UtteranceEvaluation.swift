import SaybusMessages
import SaybusPatternMatching

/// How well patterns understand labelled utterances. Fractions are of 1, and nil where nothing is to be measured.
public struct UtteranceEvaluation: Sendable, Encodable {
    /// An utterance that was not understood rightly.
    public struct Failure: Sendable, Equatable, Encodable {
        /// What was said.
        public var text: String
        /// The intent that is right; nil when it must not be understood.
        public var expected: String?
        /// The intent that was found; nil when it was not understood.
        public var found: String?
        /// The values that were found, by name.
        public var slots: [String: String]
        /// The line in the file.
        public var line: Int
    }

    /// How many utterances there are.
    public let utterances: Int
    /// Right intents among all.
    public let intentAccuracy: Double
    /// Right intents among those that must be understood.
    public let inScopeAccuracy: Double?
    /// How many of those that must not be understood were not.
    public let outOfScopeRecall: Double?
    /// The mean of the intents' F1.
    public let macroF1: Double?
    /// The harmonic mean of precision and recall of slots, by name and value.
    public let slotF1: Double?
    /// Right intents with all slots right and no others.
    public let frameAccuracy: Double
    /// The first utterances that were not understood rightly.
    public let failures: [Failure]

    /// How many failures are kept.
    public static let maximumFailures = 100

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
