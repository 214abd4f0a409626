/// One thing that a stage must do. The raw value is its name on the command line and in reports.
public enum ConformanceCheck: String, Sendable, CaseIterable, Codable {
    /// Says `ready`, on the bus and in a line on standard error.
    case ready
    /// Answers what is sent at the moment it says so: its subscriptions stood by then.
    case barrier
    /// Answers with the right kind, causes, turn, session and body.
    case answer
    /// Answers in the order of the questions.
    case order
    /// Carries out once what comes twice.
    case repeats
    /// Answers a repeated tracked message with a receipt.
    case receipts
    /// Leaves alone and counts what is past its deadline.
    case stale
    /// Survives and counts what is no message.
    case garbage
    /// Publishes or takes up catalogs.
    case catalog
    /// Sends its tracked answers again until they are answered.
    case outbox
    /// Beats once a second.
    case beats
    /// Numbers, times, causes, kinds and bodies of all it publishes.
    case envelope
    /// Comes back when the broker does.
    case rejoin
    /// Ends on SIGTERM, with the turn in hand done.
    case drain
    /// Is another run after kill -9, and takes what waited.
    case restart
    /// Refuses a wrong command line.
    case usage
    /// Says that there is no broker.
    case noBus = "no-bus"

    /// What must hold, in a few words.
    public var title: String {
        switch self {
        case .ready: "says that it is ready"
        case .barrier: "ready means ready: what is sent then is answered"
        case .answer: "answers with the right kind, causes, turn, session and body"
        case .order: "answers in the order of the questions"
        case .repeats: "carries out once what comes twice"
        case .receipts: "answers a repetition with a receipt"
        case .stale: "leaves alone what is past its deadline, and counts it"
        case .garbage: "survives garbage, and counts it"
        case .catalog: "publishes its catalog, or takes up those of apps"
        case .outbox: "sends again what nobody has answered"
        case .beats: "beats once a second"
        case .envelope: "numbers and describes what it publishes as the contract says"
        case .rejoin: "comes back when the broker does"
        case .drain: "ends within 2 s of SIGTERM, its turn done"
        case .restart: "comes back after kill -9 as another run, and takes what waited"
        case .usage: "refuses a wrong command line with code 64"
        case .noBus: "says in words that there is no broker, with code 69"
        }
    }
}
