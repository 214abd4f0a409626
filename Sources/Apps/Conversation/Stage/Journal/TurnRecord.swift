import SaybusMessages

/// How far a turn has come: what a successor must know of it when this program is killed.
struct TurnRecord: Codable, Sendable, Equatable {
    /// What answers the user, under the id that it has on the bus, whoever publishes it.
    struct Reply: Codable, Sendable, Equatable {
        var id: MessageID
        var events: [AudioEvent]
    }

    /// Where the turn stands.
    enum Phase: String, Codable, Sendable {
        /// Its command is being carried out.
        case begun
        /// Its command has been carried out, or was none; the answer is being heard.
        case answered
        /// Its end has been published, or is about to be.
        case ended
    }

    var turn: TurnID
    var phase = Phase.begun
    /// The header of its intent, as JSON.
    var intent: String
    /// Whose command; nil when there is none.
    var app: String?
    /// The command; nil when there is none.
    var command: String?
    /// What its `turn.ended` will say when the answer is heard; nil while the command is carried out, and when the bus has said the end.
    var conclusion: TurnEnded?
    /// What answers the user; nil when nothing does.
    var reply: Reply?
    /// When it was written, Unix time in microseconds.
    var at = WallClock.microseconds()

    /// A turn that begins.
    init(intent: Header, turn: TurnID, app: String?, command: String?) {
        (self.turn, self.app, self.command) = (turn, app, command)
        self.intent = String(decoding: intent.encoded(), as: UTF8.self)
    }

    /// The intent's header; nil when the file was changed by others.
    var header: Header? { try? Header(parsing: Array(intent.utf8)) }
}
