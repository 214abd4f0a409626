import SaybusTerminal

/// The result of `saybus evaluate speech`, as `--json` prints it. Rates are fractions of 1.
public struct SpeechReport: EvaluationReport, Equatable, Codable {
    /// Percentiles of times in milliseconds.
    struct Times: Sendable, Equatable, Codable {
        /// The median.
        let p50: Double
        /// The 99th percentile.
        let p99: Double
    }

    /// The results at one level of noise.
    public struct Condition: Sendable, Equatable, Codable {
        /// The name of the noise's file; nil without noise.
        let noise: String?
        /// The signal-to-noise ratio in decibels; nil without noise.
        let snr: Double?
        /// Commands understood with the right type and every parameter right.
        let accepted: Int
        /// Recordings with a command.
        let total: Int
        /// The fraction of commands that were accepted; nil when there was none.
        let acceptance: Double?
        /// The word error rate; nil when no label has a text.
        let wordErrorRate: Double?
        /// Recordings without a command in which one was understood.
        let falseAccepts: Int
        /// Recordings without a command.
        let foreign: Int
        /// Recordings in which the recognizer failed. They count as not understood.
        let failed: Int
        /// Seconds of processing for a second of sound.
        let realTimeFactor: Double?
        /// Milliseconds from the end of the sound to the transcript.
        let timeToFinalMs: Times

        private enum CodingKeys: String, CodingKey {
            case noise, snr, accepted, total, acceptance, wordErrorRate, falseAccepts, foreign, failed,
                realTimeFactor, timeToFinalMs
        }

        /// Encodes every key, with null where there is nothing to measure.
        public func encode(to encoder: any Encoder) throws {
            try encodeFigures(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(noise, forKey: .noise)
            try container.encode(snr, forKey: .snr)
        }

        /// Encodes all figures except the signal-to-noise ratio, which the figures over all conditions do not have.
        fileprivate func encodeFigures(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(accepted, forKey: .accepted)
            try container.encode(total, forKey: .total)
            try container.encode(acceptance, forKey: .acceptance)
            try container.encode(wordErrorRate, forKey: .wordErrorRate)
            try container.encode(falseAccepts, forKey: .falseAccepts)
            try container.encode(foreign, forKey: .foreign)
            try container.encode(failed, forKey: .failed)
            try container.encode(realTimeFactor, forKey: .realTimeFactor)
            try container.encode(timeToFinalMs, forKey: .timeToFinalMs)
        }
    }

    /// The name of the recognizer, such as `pocketsphinx`.
    public let engine: String
    /// Milliseconds that the recognizer took to load the app's vocabulary.
    let vocabularyMs: Double
    /// The figures over all conditions; each recording counts once in each condition. In JSON, these figures stand
    /// beside the engine's name.
    public let all: Condition
    /// The figures at each level of noise.
    let conditions: [Condition]
    /// The share of right commands, by confidence, over all conditions.
    let reliability: Reliability
    /// The numbers of commands that an app would carry out, ask about and refuse, over all conditions.
    let outcomes: SpeechOutcomes
    /// The reason why the recognizer failed first; nil when it did not.
    let failure: String?

    init(engine: String, vocabularyMs: Double, score: SpeechScore, conditions: [Condition]) {
        (self.engine, self.vocabularyMs, self.conditions) = (engine, vocabularyMs, conditions)
        (all, reliability) = (score.report(snr: nil), score.reliability)
        (outcomes, failure) = (score.outcomes, score.failure)
    }

    private enum CodingKeys: String, CodingKey {
        case engine, vocabularyMs, conditions, reliability, outcomes, failure
    }

    /// Decodes the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        all = try Condition(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        engine = try container.decode(String.self, forKey: .engine)
        vocabularyMs = try container.decode(Double.self, forKey: .vocabularyMs)
        conditions = try container.decode([Condition].self, forKey: .conditions)
        reliability = try container.decode(Reliability.self, forKey: .reliability)
        outcomes = try container.decode(SpeechOutcomes.self, forKey: .outcomes)
        failure = try container.decodeIfPresent(String.self, forKey: .failure)
    }

    /// Encodes every key, with null where there is nothing to measure.
    public func encode(to encoder: any Encoder) throws {
        try all.encodeFigures(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(engine, forKey: .engine)
        try container.encode(vocabularyMs, forKey: .vocabularyMs)
        try container.encode(conditions, forKey: .conditions)
        try container.encode(reliability, forKey: .reliability)
        try container.encode(outcomes, forKey: .outcomes)
        try container.encode(failure, forKey: .failure)
    }

    /// Returns the report for people: a line for each noise and level, and one for each range of confidence.
    public func page(_ style: Style) -> String { SpeechPage(style: style).lines(self).joined(separator: "\n") }
}
