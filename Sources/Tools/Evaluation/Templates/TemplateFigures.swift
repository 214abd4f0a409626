/// The accuracy and the speed of a template matcher. Rates are fractions of 1.
struct TemplateFigures: Encodable, Sendable {
    /// The matcher: `pattern` or `hassil`.
    var engine: String
    /// The number of templates; nil where the matcher does not tell it.
    var templates: Int?
    /// The number of utterances that were matched, in scope and out of scope.
    var utterances: Int
    /// The fraction of utterances with the right intent; nil when intents were not counted on their own.
    var intentAccuracy: Double?
    /// The fraction of in-scope utterances with the right intent.
    var inScopeAccuracy: Double?
    /// The fraction of out-of-scope utterances that were rejected.
    var outOfScopeRecall: Double?
    /// The mean of the F1 scores of the intents.
    var macroF1: Double?
    /// The F1 score of slots, by name and value.
    var slotF1: Double?
    /// The fraction of utterances with the right intent and exactly the right slots.
    var frameAccuracy: Double
    /// Utterances a second, one at a time on one thread.
    var utterancesPerSecond: Double?
    /// The median time of an utterance.
    var medianMicroseconds: Double?
    /// The 99th percentile of the times of utterances.
    var p99Microseconds: Double?
    /// Seconds to read the files and make the templates ready.
    var trainSeconds: Double?
    /// The peak of resident memory while matching.
    var peakMemoryBytes: Int?
    /// Utterances that were misunderstood, each with the right interpretation and the one found.
    var failures: [String]?
    /// Parts of the files that could not be used.
    var problems: [String]?

    /// Encodes all keys, with null where there is nothing to measure.
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

    /// The lines for people.
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
