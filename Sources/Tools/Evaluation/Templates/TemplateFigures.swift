import SaybusInteractionModels

/// How well and how fast a recognizer understands utterances by templates. Shares are of 1.
struct TemplateFigures: Encodable, Sendable {
    /// Who was judged: `pattern`, `hassil`.
    var engine: String
    /// How many templates there are.
    var templates: Int?
    /// How many utterances were judged.
    var utterances: Int
    /// Right intents among all utterances; nil when that was not counted apart.
    var intentAccuracy: Double?
    /// Right intents among utterances that must be understood.
    var inScopeAccuracy: Double?
    /// How many of the utterances that must not be understood were not.
    var outOfScopeRecall: Double?
    /// The mean of the intents' F1.
    var macroF1: Double?
    /// The harmonic mean of precision and recall of slots, by name and value.
    var slotF1: Double?
    /// Right intents with all slots right and no others.
    var frameAccuracy: Double
    /// On one thread, one at a time.
    var utterancesPerSecond: Double?
    /// The median time of an utterance.
    var medianMicroseconds: Double?
    /// 99 of 100 utterances took at most so long.
    var p99Microseconds: Double?
    /// Reading the files and making them ready.
    var trainSeconds: Double?
    /// The most memory while matching.
    var peakMemoryBytes: Int?
    /// Utterances that were not understood rightly, with what is right and what was found.
    var failures: [String]?
    /// What of the files could not be used.
    var problems: [String]?

    /// Writes all keys; null where there is nothing to measure.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(engine, forKey: .engine)
        try container.encode(templates, forKey: .templates)
        try container.encode(utterances, forKey: .utterances)
        try container.encode(intentAccuracy, forKey: .intentAccuracy)
        try container.encode(inScopeAccuracy, forKey: .inScopeAccuracy)
        try container.encode(outOfScopeRecall, forKey: .outOfScopeRecall)
        try container.encode(macroF1, forKey: .macroF1)
        try container.encode(slotF1, forKey: .slotF1)
        try container.encode(frameAccuracy, forKey: .frameAccuracy)
        try container.encode(utterancesPerSecond, forKey: .utterancesPerSecond)
        try container.encode(medianMicroseconds, forKey: .medianMicroseconds)
        try container.encode(p99Microseconds, forKey: .p99Microseconds)
        try container.encode(trainSeconds, forKey: .trainSeconds)
        try container.encode(peakMemoryBytes, forKey: .peakMemoryBytes)
        try container.encode(failures, forKey: .failures)
        try container.encode(problems, forKey: .problems)
    }

    private enum CodingKeys: String, CodingKey {
        case engine, templates, utterances, intentAccuracy, inScopeAccuracy, outOfScopeRecall, macroF1, slotF1
        case frameAccuracy, utterancesPerSecond, medianMicroseconds, p99Microseconds, trainSeconds, peakMemoryBytes
        case failures, problems
    }

    /// A line for people.
    var lines: [String] {
        func percent(_ share: Double?) -> String? { share.map { "\((($0 * 1000).rounded()) / 10) %" } }
        let parts: [(String, String?)] = [
            ("right", percent(frameAccuracy)), ("intents", percent(intentAccuracy)), ("macro F1", percent(macroF1)),
            ("slot F1", percent(slotF1)),
            ("out of scope rejected", percent(outOfScopeRecall)),
            ("utterances/s", utterancesPerSecond.map { "\(Int($0))" }),
            ("p50 µs", medianMicroseconds.map { "\(Int($0.rounded()))" }),
            ("p99 µs", p99Microseconds.map { "\(Int($0.rounded()))" }),
            ("ready in s", trainSeconds.map { "\(($0 * 1000).rounded() / 1000)" }),
            ("MB", peakMemoryBytes.map { "\($0 >> 20)" }),
        ]
        return ["\(engine): \(utterances) utterances" + (templates.map { ", \($0) templates" } ?? "")]
            + parts.compactMap { name, value in value.map { "  \(name): \($0)" } }
            + (problems ?? []).map { "  left out: \($0)" } + (failures ?? []).map { "  wrong: \($0)" }
    }
}
