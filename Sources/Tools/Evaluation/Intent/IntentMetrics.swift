import SaybusStatisticalMatching

/// Counts of right and wrong interpretations.
struct IntentMetrics: Sendable {
    /// The counts behind precision and recall: items found, right items among them, and items that should be found.
    struct Tally: Sendable, Equatable {
        var found = 0
        var right = 0
        var wanted = 0

        /// The harmonic mean of precision and recall; nil when nothing was found and nothing should be found.
        var f1: Double? { found + wanted > 0 ? 2 * Double(right) / Double(found + wanted) : nil }
    }

    private(set) var count = 0
    private var intentsRight = 0
    private var framesRight = 0
    private var slots = Tally()
    /// Rejections, as findings of "out of scope".
    private var rejections = Tally()
    private var inScope = 0
    private var inScopeRight = 0
    private var intents: [String: Tally] = [:]
    /// The share of right interpretations, by confidence.
    private(set) var reliability = Reliability()
    /// The counts of each interpretation for each true intent; nil stands for out of scope.
    private(set) var confusions: [String?: [String?: Int]] = [:]

    /// Counts one interpreted sample.
    mutating func add(_ judgement: IntentJudgement) {
        let (sample, reading) = (judgement.sample, judgement.reading)
        count += 1
        if judgement.isIntentRight { intentsRight += 1 }
        if judgement.isFrameRight { framesRight += 1 }
        if let reading { reliability.add(reading.confidence, isRight: judgement.isFrameRight) }
        let (found, wanted) = (Set(reading?.slots ?? []), Set(sample.slots))
        slots.found += found.count
        slots.wanted += wanted.count
        slots.right += found.intersection(wanted).count
        if reading == nil { rejections.found += 1 }
        if sample.intent == nil { rejections.wanted += 1 }
        if reading == nil, sample.intent == nil { rejections.right += 1 }
        if let intent = sample.intent {
            inScope += 1
            intents[intent, default: Tally()].wanted += 1
            if judgement.isIntentRight {
                inScopeRight += 1
                intents[intent, default: Tally()].right += 1
            }
        }
        if let intent = reading?.intent { intents[intent, default: Tally()].found += 1 }
        confusions[sample.intent, default: [:]][reading?.intent, default: 0] += 1
    }

    /// Adds the counts of other metrics.
    mutating func add(_ other: IntentMetrics) {
        count += other.count
        reliability.add(other.reliability)
        intentsRight += other.intentsRight
        framesRight += other.framesRight
        Self.add(other.slots, to: &slots)
        Self.add(other.rejections, to: &rejections)
        inScope += other.inScope
        inScopeRight += other.inScopeRight
        for (intent, tally) in other.intents { Self.add(tally, to: &intents[intent, default: Tally()]) }
        for (intent, row) in other.confusions {
            for (understood, count) in row { confusions[intent, default: [:]][understood, default: 0] += count }
        }
    }

    private static func add(_ other: Tally, to tally: inout Tally) {
        tally.found += other.found
        tally.right += other.right
        tally.wanted += other.wanted
    }

    /// The fraction of utterances with the right intent. For an utterance out of scope, rejection is right.
    var intentAccuracy: Double { Self.share(intentsRight, count) }
    /// The mean of the F1 scores of all intents that occur in the samples.
    var macroF1: Double {
        let all = intents.values.filter { $0.wanted > 0 }.compactMap(\.f1)
        return all.isEmpty ? 0 : all.reduce(0, +) / Double(all.count)
    }
    /// The F1 score of slots; a slot is right when its name and its span are.
    var slotF1: Double? { slots.f1 }
    /// The fraction of utterances whose intent and slots are all right.
    var frameAccuracy: Double { Self.share(framesRight, count) }
    /// The fraction of in-scope utterances with the right intent.
    var inScopeAccuracy: Double { Self.share(inScopeRight, inScope) }
    /// The fraction of out-of-scope utterances that were rejected; nil when there is none.
    var outOfScopeRecall: Double? { rejections.wanted > 0 ? Self.share(rejections.right, rejections.wanted) : nil }
    /// The fraction of rejected utterances that are out of scope; nil when none was rejected.
    var outOfScopePrecision: Double? { rejections.found > 0 ? Self.share(rejections.right, rejections.found) : nil }
    var outOfScope: Int { rejections.wanted }
    /// The F1 score of each intent, by name.
    var intentF1: [String: Double] { intents.filter { $0.value.wanted > 0 }.compactMapValues(\.f1) }

    private static func share(_ part: Int, _ whole: Int) -> Double { whole > 0 ? Double(part) / Double(whole) : 0 }
}
