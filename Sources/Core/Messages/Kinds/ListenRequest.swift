/// A request to start or stop listening, or to withdraw an earlier request.
///
/// Published by the dispatch stage and by any other client, for the listen stage.
public struct ListenRequest: BusMessage {
    /// `listen.request`
    public static let kind: Kind = "listen.request"
    /// Tracked: without it, the user would speak while no program listens. A ``Receipt`` answers it.
    public static let tracking: Tracking? = Tracking(role: .listen, answers: [], standIns: [.link, .wyoming])

    /// A way of listening.
    public enum Mode: String, Sendable, Codable, CaseIterable {
        /// Waits for the wake word.
        case wake
        /// Listens for one turn, which begins when speech is detected.
        case pushToTalk = "push-to-talk"
        /// Listens for one turn from now until `release`, while a button is held. A pause does not end the
        /// turn.
        case hold
        /// Ends the open turn: the button was released.
        case release
        /// Listens for one turn, the answer to a question. If listening was off, it is off again afterwards.
        case followUp = "follow-up"
        /// Listens for one turn after the other.
        case continuous
        /// Stops listening until a mode other than `follow-up` is requested. The open turn ends.
        case off
    }

    /// The way of listening.
    public var mode: Mode
    /// Milliseconds to wait for speech to begin; absent means the listen stage's own setting.
    public var noSpeechTimeoutMs: Int?
    /// The longest turn in milliseconds; absent means the listen stage's own setting.
    public var maximumSpeechMs: Int?
    /// Patterns of expected answers, in addition to the catalog; absent means none.
    public var phrases: [String]?
    /// The message id of an earlier request whose turn is no longer wanted. The other fields of this request
    /// are then ignored. Absent in other requests.
    public var withdraws: MessageID?

    /// Creates a request.
    public init(
        mode: Mode, noSpeechTimeoutMs: Int? = nil, maximumSpeechMs: Int? = nil, phrases: [String]? = nil,
        withdraws: MessageID? = nil
    ) {
        self.mode = mode
        self.noSpeechTimeoutMs = noSpeechTimeoutMs
        self.maximumSpeechMs = maximumSpeechMs
        self.phrases = phrases
        self.withdraws = withdraws
    }

    /// Creates a request that withdraws an earlier one.
    ///
    /// A listen stage that does not know ``withdraws`` reads a request for an answer with a timeout of 0 ms,
    /// and stops listening at the next silence.
    public static func withdrawal(of request: MessageID) -> ListenRequest {
        ListenRequest(mode: .followUp, noSpeechTimeoutMs: 0, withdraws: request)
    }

    /// The schema of the body, which `saybus schema listen.request` prints.
    public static let schema = Schema.object(
        "A request to start or stop listening, or to withdraw an earlier request.",
        [
            .required("mode", .choice(Mode.allCases.map(\.rawValue)), "The way of listening."),
            .optional(
                "noSpeechTimeoutMs", .integer,
                "Milliseconds to wait for speech to begin; the listener's own setting when absent."),
            .optional(
                "maximumSpeechMs", .integer,
                "The longest turn, in milliseconds; the listener's own setting when absent."),
            .optional("phrases", .array(.string), "Patterns of expected answers, in addition to the catalog."),
            .optional(
                "withdraws", .uuid,
                "Id of an earlier listen.request whose turn is no longer wanted. The other fields are then ignored."
            ),
        ])
    /// A request for an answer, the shortest one, and a withdrawal.
    public static let examples = [
        ListenRequest(mode: .followUp, noSpeechTimeoutMs: 6000, maximumSpeechMs: 10_000, phrases: ["yes", "no"]),
        ListenRequest(mode: .off), .withdrawal(of: MessageID(millisecondsSince1970: 1_780_000_000_000)),
    ]
}
