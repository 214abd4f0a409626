import SaybusMessages

/// A recording and the turns that were found in it.
struct EndpointingTrial {
    /// The outcome for a recording.
    enum Outcome: String, CaseIterable {
        /// One turn began before the speech and ended after it, in time.
        case right
        /// The turn ended before the speech did.
        case cut
        /// The turn ended too long after the speech, or not at all.
        case late
        /// No turn held the beginning of the speech.
        case missed
    }

    /// Samples that a turn may miss at either end of the speech, whose bounds are known no more precisely: 100 ms.
    static let tolerance = 1_600
    /// Samples after the speech beyond which an end is late: 2 s.
    static let latestEnd = 32_000

    /// The samples in which the recorded command is spoken.
    let speech: Range<Int>
    /// The turns that were found.
    let turns: [Range<Int>]
    /// Whether the recognizer took the command for incomplete at the end of each turn.
    let inMidCommand: [Bool]

    /// The turn in which the speech begins.
    private var turn: Range<Int>? {
        turns.first { $0.upperBound > speech.lowerBound + Self.tolerance && $0.lowerBound < speech.upperBound }
    }

    var outcome: Outcome {
        guard let turn, turn.lowerBound <= speech.lowerBound + Self.tolerance else { return .missed }
        if turn.upperBound < speech.upperBound - Self.tolerance { return .cut }
        return turn.upperBound > speech.upperBound + Self.latestEnd ? .late : .right
    }

    /// Whether the turn was cut although the recognizer knew that the command was incomplete.
    var isCutInMidCommand: Bool {
        outcome == .cut && zip(turns, inMidCommand).contains { $0 == turn && $1 }
    }

    /// Milliseconds from the end of the speech to the end of the turn; nil unless the outcome is right.
    var delayMs: Double? {
        guard outcome == .right, let turn else { return nil }
        return Double(turn.upperBound - speech.upperBound) * 1_000 / Double(PCMFormat.speech.rate)
    }
}
