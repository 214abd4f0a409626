/// A requirement of the contract that a stage must meet. The raw value is its name on the command line and in
/// reports.
public enum ConformanceCheck: String, Sendable, CaseIterable, Codable {
    /// Reports that it is ready, on the bus and by a line on standard error.
    case ready
    /// Answers a message sent at the moment when it reports ready: its subscriptions must be in place by then.
    case barrier
    /// Answers with the right kind, causes, turn, session and body, and as its role must.
    case answer
    /// Answers in the order of the questions.
    case order
    /// Handles a repeated message once.
    case repeats
    /// Answers a repeated tracked message with a receipt.
    case receipts
    /// Ignores messages past their deadline, and counts them.
    case stale
    /// Survives malformed messages, counts them, and refuses the tracked ones.
    case garbage
    /// Publishes its own catalog, or uses the catalogs of apps.
    case catalog
    /// Retransmits its tracked messages until they are answered, and ends their turns at the deadline.
    case outbox
    /// Sends a heartbeat once a second.
    case beats
    /// Publishes only messages whose sequence number, time, causes, kind and body follow the contract.
    case envelope
    /// Reconnects to a restarted broker.
    case rejoin
    /// Ends on SIGTERM, after finishing the turn in progress.
    case drain
    /// Has a new run number after a restart that follows kill -9, and handles the messages that were waiting.
    case restart
    /// Takes part in a single session when it is told to, and says so in its status, and an app in its catalog.
    case session
    /// Refuses an unknown option.
    case usage
    /// Ends and reports when there is no broker.
    case noBus = "no-bus"

    /// The requirement in a few words.
    public var title: String {
        switch self {
        case .ready: "says that it is ready"
        case .barrier: "ready means ready: what is sent then is answered"
        case .answer: "answers with the right kind, causes, turn, session and body"
        case .order: "answers in the order of the questions"
        case .repeats: "carries out once what comes twice"
        case .receipts: "answers a repetition with a receipt"
        case .stale: "leaves alone what is past its deadline, and counts it"
        case .garbage: "survives garbage, counts it, and refuses what waits for an answer"
        case .catalog: "publishes its catalog, or takes up those of apps"
        case .outbox: "sends again what nobody has answered"
        case .beats: "beats once a second"
        case .envelope: "numbers and describes what it publishes as the contract says"
        case .rejoin: "comes back when the broker does"
        case .drain: "ends within 2 s of SIGTERM, its turn done"
        case .restart: "comes back after kill -9 as another run, and takes what waited"
        case .session: "takes part in one session with --session, and says so"
        case .usage: "refuses a wrong command line with code 64"
        case .noBus: "says in words that there is no broker, with code 69"
        }
    }
}
