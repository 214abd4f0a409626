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
    }

    /// The engine.
    public let engine: String
    /// Commands understood with every parameter.
    public let accepted: Int
    /// Recordings with a command, each counted once a condition.
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
    /// The same for each amount of noise.
    public let conditions: [Condition]

    init(engine: String, all: Condition, conditions: [Condition]) {
        self.engine = engine
        (accepted, total, acceptance) = (all.accepted, all.total, all.acceptance)
        (wordErrorRate, falseAccepts, foreign) = (all.wordErrorRate, all.falseAccepts, all.foreign)
        (realTimeFactor, timeToFinalMs) = (all.realTimeFactor, all.timeToFinalMs)
        self.conditions = conditions
    }

    /// The report for people: a line for each amount of noise.
    public func page(_ style: Style) -> String { SpeechPage(style: style).lines(self).joined(separator: "\n") }
}
