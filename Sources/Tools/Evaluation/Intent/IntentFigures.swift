/// The figures of an evaluation. Rates are fractions of 1. A figure is nil when there is nothing to measure.
public struct IntentFigures: Sendable, Codable, Equatable {
    /// The recognizer.
    public var engine: String
    /// The number of samples that the recognizer learned from.
    var trainSamples: Int
    /// The number of samples that were interpreted, in scope and out of scope.
    var testSamples: Int
    /// The number of test samples that are out of scope.
    var outOfScopeSamples: Int
    /// The fraction of utterances with the right intent. For an utterance out of scope, rejection is right.
    var intentAccuracy: Double
    /// The mean of the F1 scores of the intents.
    var macroF1: Double
    /// The F1 score of slots by name and span.
    var slotF1: Double?
    /// The fraction of utterances whose intent and slots are all right.
    var frameAccuracy: Double
    /// The fraction of in-scope utterances with the right intent.
    var inScopeAccuracy: Double
    /// The fraction of out-of-scope utterances that were rejected.
    var outOfScopeRecall: Double?
    /// The fraction of rejected utterances that are out of scope.
    var outOfScopePrecision: Double?
    /// Utterances a second, intent and slots, recognized one at a time on one thread.
    var utterancesPerSecond: Double
    /// Seconds of training on one core.
    var trainSeconds: Double
    /// The peak of resident memory while recognizing, model and program together.
    var peakMemoryBytes: Int?
    /// The peak of resident memory while training.
    var trainPeakMemoryBytes: Int?
}

extension IntentFigures {
    /// Encodes all keys, with null where there is nothing to measure.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(engine, forKey: .engine)
        try container.encode(trainSamples, forKey: .trainSamples)
        try container.encode(testSamples, forKey: .testSamples)
        try container.encode(outOfScopeSamples, forKey: .outOfScopeSamples)
        try container.encode(intentAccuracy, forKey: .intentAccuracy)
        try container.encode(macroF1, forKey: .macroF1)
        try container.encode(slotF1, forKey: .slotF1)
        try container.encode(frameAccuracy, forKey: .frameAccuracy)
        try container.encode(inScopeAccuracy, forKey: .inScopeAccuracy)
        try container.encode(outOfScopeRecall, forKey: .outOfScopeRecall)
        try container.encode(outOfScopePrecision, forKey: .outOfScopePrecision)
        try container.encode(utterancesPerSecond, forKey: .utterancesPerSecond)
        try container.encode(trainSeconds, forKey: .trainSeconds)
        try container.encode(peakMemoryBytes, forKey: .peakMemoryBytes)
        try container.encode(trainPeakMemoryBytes, forKey: .trainPeakMemoryBytes)
    }

    init(_ metrics: IntentMetrics, engine: String, trainSamples: Int) {
        self.init(
            engine: engine, trainSamples: trainSamples, testSamples: metrics.count,
            outOfScopeSamples: metrics.outOfScope, intentAccuracy: metrics.intentAccuracy, macroF1: metrics.macroF1,
            slotF1: metrics.slotF1, frameAccuracy: metrics.frameAccuracy, inScopeAccuracy: metrics.inScopeAccuracy,
            outOfScopeRecall: metrics.outOfScopeRecall, outOfScopePrecision: metrics.outOfScopePrecision,
            utterancesPerSecond: 0, trainSeconds: 0)
    }
}
