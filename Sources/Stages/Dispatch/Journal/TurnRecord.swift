import SaybusBus
import SaybusMessages

/// The progress of a turn, for a successor when this program is killed.
package struct TurnRecord: Codable, Sendable, Equatable {
    /// An audio sequence of the answer. It has the same id on the bus, whichever program publishes it.
    package struct Reply: Codable, Sendable, Equatable {
        package var id: MessageID
        package var events: [AudioEvent]

        package init(id: MessageID, events: [AudioEvent]) { (self.id, self.events) = (id, events) }
    }

    /// A step of a turn.
    package enum Phase: String, Codable, Sendable {
        /// The app is carrying out its command.
        case begun
        /// The app has carried out its command, if any. The answer is being played.
        case answered
        /// The turn's end has been published, or is about to be.
        case ended
    }

    package var turn: TurnID
    package var phase = Phase.begun
    /// The header of its intent, as JSON; empty in a line that follows another one of the same turn in a journal.
    package var intent: String
    /// The app that the command belongs to; nil when there is no command.
    package var app: String?
    /// The command's type; nil when there is none.
    package var command: String?
    /// The `turn.ended` to publish after the answer; nil while the command is carried out, and when the bus has
    /// published the end.
    package var conclusion: TurnEnded?
    /// Sequences of the answer whose playback has not ended.
    package var replies: [Reply] = []
    /// Time of writing, in microseconds of the machine's steady clock. All programs share this clock, and nobody sets
    /// it.
    package var at = SteadyClock.microseconds()

    /// Creates the record of a turn that begins.
    package init(intent: Header, turn: TurnID, app: String?, command: String?) {
        (self.turn, self.app, self.command) = (turn, app, command)
        self.intent = String(decoding: intent.encoded(), as: UTF8.self)
    }

    /// Returns the microseconds since the record was written; `Int64.max` when the machine has been started since.
    package func age(at now: Int64) -> Int64 { at <= now ? now - at : .max }

    private enum CodingKeys: String, CodingKey {
        case turn, phase, intent, app, command, conclusion, reply, replies, at
    }

    /// Reads a record; one of an earlier version has at most one reply, under `reply`.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        turn = try values.decode(TurnID.self, forKey: .turn)
        phase = try values.decode(Phase.self, forKey: .phase)
        intent = try values.decodeIfPresent(String.self, forKey: .intent) ?? ""
        app = try values.decodeIfPresent(String.self, forKey: .app)
        command = try values.decodeIfPresent(String.self, forKey: .command)
        conclusion = try values.decodeIfPresent(TurnEnded.self, forKey: .conclusion)
        replies =
            try values.decodeIfPresent([Reply].self, forKey: .replies)
            ?? values.decodeIfPresent(Reply.self, forKey: .reply).map { [$0] } ?? []
        // The clock is never negative, and the age of a damaged time must not overflow.
        at = max(0, try values.decode(Int64.self, forKey: .at))
    }

    /// Writes the record.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(turn, forKey: .turn)
        try values.encode(phase, forKey: .phase)
        if !intent.isEmpty { try values.encode(intent, forKey: .intent) }
        try values.encodeIfPresent(app, forKey: .app)
        try values.encodeIfPresent(command, forKey: .command)
        try values.encodeIfPresent(conclusion, forKey: .conclusion)
        if !replies.isEmpty { try values.encode(replies, forKey: .replies) }
        try values.encode(at, forKey: .at)
    }

    /// The intent's header; nil when the journal file is damaged.
    package var header: Header? { try? Header(parsing: Array(intent.utf8)) }
}
