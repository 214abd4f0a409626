import SaybusTerminal

/// A recording, and the turns that were found in it.
struct EndpointingTrial {
    /// How a recording fared.
    enum Outcome: String, CaseIterable {
        /// One turn began before the speech and ended after it, in time.
        case right
        /// The turn ended while somebody still spoke.
        case cut
        /// The turn ended too long after the speech, or not at all.
        case late
        /// No turn held the speech's beginning.
        case missed
    }

    /// A turn may miss so much of the speech's edges, which are no sharper: 100 ms.
    static let tolerance = 1_600
    /// Later than this after the speech an end is late: 2 s.
    static let patience = 32_000

    /// Where the speech is.
    let speech: Range<Int>
    /// The turns.
    let turns: [Range<Int>]
    /// Of each turn, whether the recognizer thought at its end that the command was not whole.
    let inMidCommand: [Bool]

    /// The turn in which the speech begins.
    private var turn: Range<Int>? {
        turns.first { $0.upperBound > speech.lowerBound + Self.tolerance && $0.lowerBound < speech.upperBound }
    }

    var outcome: Outcome {
        guard let turn, turn.lowerBound <= speech.lowerBound + Self.tolerance else { return .missed }
        if turn.upperBound < speech.upperBound - Self.tolerance { return .cut }
        return turn.upperBound > speech.upperBound + Self.patience ? .late : .right
    }

    /// Whether the turn was cut although the recognizer knew that more was to come.
    var isCutInMidCommand: Bool {
        outcome == .cut && zip(turns, inMidCommand).contains { $0 == turn && $1 }
    }

    /// Milliseconds from the end of the speech to that of the turn; nil when that is not right.
    var delayMs: Double? {
        guard outcome == .right, let turn else { return nil }
        return Double(turn.upperBound - speech.upperBound) / 16
    }
}
