import SaybusTerminal

/// What `saybus evaluate speech` found, as `--json` prints it. Rates are fractions of 1.
public struct SpeechReport: Sendable, Equatable, Codable {
    /// Milliseconds from the end of the sound to the transcript.
    public struct Times: Sendable, Equatable, Codable {
        /// Half of them took at most so long.
        public let p50: Double
        /// 99 of 100 took at most so long.
        public let p99: Double
    }

    /// How the recordings fared with one amount of noise.
    public struct Condition: Sendable, Equatable, Codable {
        /// Speech above noise in decibels; nil without noise.
        public let snr: Double?
        /// Commands understood with every parameter.
        public let accepted: Int
        /// Recordings with a command.
        public let total: Int
        /// Accepted of all; nil when there was no command.
        public let acceptance: Double?
        /// Words wrong a word said; nil when no label has a text.
        public let wordErrorRate: Double?
        /// Recordings without a command in which one was understood.
        public let falseAccepts: Int
        /// Recordings without a command.
        public let foreign: Int
        /// Work a second of sound.
        public let realTimeFactor: Double?
        /// From the end of the sound to the transcript.
        public let timeToFinalMs: Times

        private enum CodingKeys: String, CodingKey {
            case snr, accepted, total, acceptance, wordErrorRate, falseAccepts, foreign, realTimeFactor, timeToFinalMs
        }

        /// Writes every key: null where there is nothing to say.
        public func encode(to encoder: any Encoder) throws {
            try encodeFigures(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(snr, forKey: .snr)
        }

        /// Writes what is so of all conditions together, too: all but the noise.
        fileprivate func encodeFigures(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(accepted, forKey: .accepted)
            try container.encode(total, forKey: .total)
            try container.encode(acceptance, forKey: .acceptance)
            try container.encode(wordErrorRate, forKey: .wordErrorRate)
            try container.encode(falseAccepts, forKey: .falseAccepts)
            try container.encode(foreign, forKey: .foreign)
            try container.encode(realTimeFactor, forKey: .realTimeFactor)
            try container.encode(timeToFinalMs, forKey: .timeToFinalMs)
        }
    }

    /// The engine.
    public let engine: String
    /// Milliseconds until what the app says was ready to be recognized.
    public let vocabularyMs: Double
    /// The figures of all recordings, each counted once a condition; written beside the engine's name.
    public let all: Condition
    /// The same for each amount of noise.
    public let conditions: [Condition]

    init(engine: String, vocabularyMs: Double, all: Condition, conditions: [Condition]) {
        (self.engine, self.vocabularyMs) = (engine, vocabularyMs)
        (self.all, self.conditions) = (all, conditions)
    }

    private enum CodingKeys: String, CodingKey { case engine, vocabularyMs, conditions }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        all = try Condition(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        engine = try container.decode(String.self, forKey: .engine)
        vocabularyMs = try container.decode(Double.self, forKey: .vocabularyMs)
        conditions = try container.decode([Condition].self, forKey: .conditions)
    }

    /// Writes every key: null where there is nothing to say.
    public func encode(to encoder: any Encoder) throws {
        try all.encodeFigures(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(engine, forKey: .engine)
        try container.encode(vocabularyMs, forKey: .vocabularyMs)
        try container.encode(conditions, forKey: .conditions)
    }

    /// The report for people: a line for each amount of noise.
    public func page(_ style: Style) -> String { SpeechPage(style: style).lines(self).joined(separator: "\n") }
}
