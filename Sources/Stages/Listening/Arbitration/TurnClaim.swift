import SaybusMessages

/// The claim of a turn to a sentence that several listeners of a group may have heard: what its `speech.started` says.
struct TurnClaim: Sendable, Equatable {
    /// The turn.
    let turn: TurnID
    /// The session of the turn.
    let session: Session
    /// The listener.
    let listener: Source
    /// The time at which the turn began, in microseconds by the broker's clock.
    let at: Int64
    /// The level of the speech above the room's noise, in decibels.
    let clarityDb: Double
    /// The reason why the turn belongs to its room.
    let occasion: SpeechStarted.Occasion?

    /// The time between the beginnings of two turns up to which they may hold the same sentence, in microseconds. A
    /// listener that is far away misses a soft first word.
    static let maximumGap: Int64 = 1_000_000

    init(
        turn: TurnID, session: Session, listener: Source, at: Int64, clarityDb: Double,
        occasion: SpeechStarted.Occasion?
    ) {
        (self.turn, self.session, self.listener, self.at) = (turn, session, listener, at)
        (self.clarityDb, self.occasion) = (clarityDb, occasion)
    }

    /// Reads a `speech.started`; nil for a turn of a replay or of another group.
    init?(_ message: Message<SpeechStarted>, group: String) {
        let (body, header) = (message.body, message.header)
        guard body.group == group, let turn = header.turn, header.replays == nil else { return nil }
        self.init(
            turn: turn, session: header.session, listener: header.source, at: header.at,
            clarityDb: body.clarityDb ?? -.infinity, occasion: body.occasion)
    }

    /// Returns whether this turn ends because another one goes on with the same sentence. Of two turns exactly one
    /// yields.
    func yields(to other: TurnClaim) -> Bool {
        guard listener != other.listener, isNear(other) else { return false }
        if precedence != other.precedence { return precedence < other.precedence }
        if clarityDb != other.clarityDb { return clarityDb < other.clarityDb }
        return other.turn < turn
    }

    private func isNear(_ other: TurnClaim) -> Bool {
        // The times come from another program, and may be any number.
        let (gap, overflows) = at.subtractingReportingOverflow(other.at)
        return !overflows && gap.magnitude <= UInt64(Self.maximumGap)
    }

    private var precedence: Int {
        switch occasion {
        case .request: 2
        case .bargeIn: 1
        case nil: 0
        }
    }
}
