import SaybusStatisticalMatching

/// How well utterances were understood, added up.
struct IntentMetrics: Sendable {
    /// Right ones, wrong ones, and those that should have been.
    struct Tally: Sendable, Equatable {
        var found = 0
        var right = 0
        var wanted = 0

        /// The harmonic mean of precision and recall; nil when there was nothing to find and nothing was found.
        var f1: Double? { found + wanted > 0 ? 2 * Double(right) / Double(found + wanted) : nil }
    }

    private(set) var count = 0
    private var intentsRight = 0
    private var framesRight = 0
    private var slots = Tally()
    /// Rejections: out of scope, as found.
    private var rejections = Tally()
    private var inScope = 0
    private var inScopeRight = 0
    private var intents: [String: Tally] = [:]
    /// What was understood instead of what was meant, with how often; nil is: out of scope.
    private(set) var confusions: [String?: [String?: Int]] = [:]

    /// Adds what was made of a sample.
    mutating func add(_ judgement: IntentJudgement) {
        let (sample, reading) = (judgement.sample, judgement.reading)
        count += 1
        if judgement.isIntentRight { intentsRight += 1 }
        if judgement.isFrameRight { framesRight += 1 }
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

    /// Adds what another has added up.
    mutating func add(_ other: IntentMetrics) {
        count += other.count
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

    /// The share of utterances whose intent is right; rejection is right for what is out of scope.
    var intentAccuracy: Double { Self.share(intentsRight, count) }
    /// The mean over the intents of the samples of each one's F1.
    var macroF1: Double {
        let all = intents.values.filter { $0.wanted > 0 }.compactMap(\.f1)
        return all.isEmpty ? 0 : all.reduce(0, +) / Double(all.count)
    }
    /// The F1 of slots; one is right whose name and span are.
    var slotF1: Double? { slots.f1 }
    /// The share of utterances whose intent and slots are all right.
    var frameAccuracy: Double { Self.share(framesRight, count) }
    /// The share of what is in scope whose intent is right.
    var inScopeAccuracy: Double { Self.share(inScopeRight, inScope) }
    /// The share of what is out of scope that was rejected; nil when nothing is.
    var outOfScopeRecall: Double? { rejections.wanted > 0 ? Self.share(rejections.right, rejections.wanted) : nil }
    /// The share of what was rejected that is out of scope; nil when nothing was rejected.
    var outOfScopePrecision: Double? { rejections.found > 0 ? Self.share(rejections.right, rejections.found) : nil }
    /// How much of what is in scope was rejected.
    var inScopeRejected: Int { rejections.found - rejections.right }
    var outOfScope: Int { rejections.wanted }
    /// The F1 of each intent, by name.
    var intentF1: [String: Double] { intents.filter { $0.value.wanted > 0 }.compactMapValues(\.f1) }

    private static func share(_ part: Int, _ whole: Int) -> Double { whole > 0 ? Double(part) / Double(whole) : 0 }
}
