import SaybusMessages

/// An action that a relay decides on, and the runner performs.
enum LinkAction: Sendable, Equatable {
    /// Sends a message that may be lost.
    case send(LineMessage)
    /// Hands a message to a stream. The server's answer goes to the relay's `stored`.
    case store(LineMessage, MessageID)
    /// Offers a turn, or asks for a role; who takes it answers.
    case request(LineMessage, RequestID)
    /// Accepts a request, with this site's name and time.
    case accept(to: String)
    /// Acknowledges a message of a stream.
    case answer(String, to: String)
    /// Publishes a message from elsewhere on this site's bus.
    case inject(RawMessage)
    /// Publishes a receipt for a message of this site, which is in good hands.
    case receipt(Header)
    /// Ends the turn of a message of this site, and refuses the message.
    case refuse(Header, reason: String)
    /// Ends a turn.
    case end(TurnID, Session, causes: [MessageID], TurnEnded.Outcome, reason: String)
    /// Receives the messages of a subject.
    case subscribe(String)
    /// Ends ``subscribe(_:)``.
    case unsubscribe(String)
    /// Begins or ends to serve a role.
    case serve(Role, Bool)
    /// Makes the consumer that delivers a site's stored messages. The result goes to the relay's `prepared`.
    case prepare(SiteName)
    /// Publishes the status of the stage for which the link stands.
    case stand(Role, StandIn)

    /// Whether the action sends a message on the line. While the line is cut, none is sent: what matters comes again.
    var isSent: Bool {
        switch self {
        case .send, .store, .request, .accept, .answer: true
        default: false
        }
    }

    /// The answer by which JetStream learns that a message is done.
    static let acknowledged = "+ACK"
    /// The answer by which JetStream learns that a message is in work.
    static let inProgress = "+WPI"
    /// The answer by which JetStream learns that a message is to be delivered again in half a second.
    static let later = "-NAK {\"delay\": 500000000}"
    /// The answer by which JetStream learns that a message is not to be delivered again.
    static let terminated = "+TERM"
}

/// The name of a request, by which its answer is recognized.
enum RequestID: Sendable, Hashable {
    /// The offer of a turn to the recognizers of a role.
    case offer(TurnID)
    /// The question whether somebody serves a role.
    case question(Role)
}

/// The state of a stage that the link stands in for.
struct StandIn: Sendable, Equatable {
    /// The engine in the status of a stand-in.
    static let engine = "link"

    /// Whether it works.
    var isReady: Bool
    /// The number of takeovers, which lets an own recognizer on standby step back.
    var term: Int
    /// The reason why it does not work; nil when it does.
    var problem: String?
}
