// Stage: who is there, and what they have taken.

/// How a stage is: once a second, and at every change.
public struct StageStatus: BusMessage {
    /// `stage.status`
    public static let kind: Kind = "stage.status"
    /// Retained: who comes later wants to know who is there.
    public static let isRetained = true

    /// Where a stage stands.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Not ready yet.
        case starting
        /// At work.
        case ready
        /// Ready to take over.
        case standby
        /// Finishing its turn, taking no new one.
        case draining
        /// Ended as told.
        case stopped
        /// Cannot work, for ``StageStatus/problem``.
        case failed
        /// Has not been heard of for three seconds: said by the broker.
        case lost

        /// Whether nothing more is to be expected of the stage.
        public var isGone: Bool { self == .stopped || self == .failed || self == .lost }
    }

    /// What a stage has counted since its start.
    public struct Counters: Sendable, Equatable, Codable {
        /// Messages taken.
        public var received = 0
        /// Messages published.
        public var published = 0
        /// Messages that never arrived: holes in the sequence numbers.
        public var lost = 0
        /// Messages taken too late, after their deadline.
        public var stale = 0
        /// Frames that were no message.
        public var malformed = 0
        /// Messages dropped here because a reader was too slow.
        public var dropped = 0
        /// Messages that came again and were left alone.
        public var repeated = 0
        /// Messages sent again because no answer came.
        public var retried = 0
        /// Messages and subscriptions that the broker's policy did not allow; nil when none.
        public var refused: Int?

        /// All zero.
        public init() {}

        static let schema = Schema.object(
            "What a stage has counted since its start.",
            [
                .required("received", .integer, "Messages taken."),
                .required("published", .integer, "Messages published."),
                .required("lost", .integer, "Holes in the sequence numbers."),
                .required("stale", .integer, "Messages taken after their deadline."),
                .required("malformed", .integer, "Frames that were no message."),
                .required("dropped", .integer, "Messages dropped because a reader was too slow."),
                .required("repeated", .integer, "Messages that came again and were left alone."),
                .required("retried", .integer, "Messages sent again because no answer came."),
                .optional("refused", .integer, "Messages and subscriptions that the broker's policy did not allow."),
            ])
    }

    /// `listen`, `transcribe`, `intent`, `dispatch`, `audio`, …
    public var role: String
    /// Which of several in that role.
    public var instance: String
    /// What does the work, such as `pocketsphinx`; nil where there is no choice.
    public var engine: String?
    /// Where it stands.
    public var state: State
    /// Process id on its machine.
    public var pid: Int
    /// Milliseconds since its start.
    public var uptimeMs: Int
    /// What it has counted.
    public var counters: Counters
    /// Which revision of the catalog it works with.
    public var catalogRevision: String?
    /// What is wrong, in a sentence.
    public var problem: String?
    /// Bytes of its memory that are in RAM.
    public var memoryBytes: Int?
    /// Messages that have arrived and wait to be taken.
    public var queued: Int?
    /// Tracked messages that wait for an answer.
    public var unanswered: Int?
    /// The kinds that it has published, and those tracked ones that it will, by name.
    public var publishes: [Kind]?
    /// The kinds that it has subscribed to, by name.
    public var subscribes: [Kind]?
    /// Whether it has subscribed to everything that passes.
    public var subscribesToAll: Bool?
    /// The one conversation it serves; nil: all.
    public var session: Session?
    /// The share of the conversations that it serves; nil: all.
    public var buckets: BucketShare?
    /// The app it runs; nil where there is none.
    public var app: String?
    /// Whether it works only while no other of its kind does.
    public var standby: Bool?
    /// How many have taken over in its place so far, itself included: of two that work, the one with the higher number goes on.
    public var term: Int?

    /// Which conversations it serves.
    public var coverage: SessionScope { SessionScope(session: session, share: buckets) }

    /// A status.
    public init(
        role: String, instance: String, engine: String? = nil, state: State, pid: Int, uptimeMs: Int,
        counters: Counters = Counters(), catalogRevision: String? = nil, problem: String? = nil,
        memoryBytes: Int? = nil, queued: Int? = nil, unanswered: Int? = nil, publishes: [Kind]? = nil,
        subscribes: [Kind]? = nil, subscribesToAll: Bool? = nil,
        coverage: SessionScope = .all, app: String? = nil, standby: Bool? = nil, term: Int? = nil
    ) {
        self.role = role
        self.instance = instance
        self.engine = engine
        self.state = state
        self.pid = pid
        self.uptimeMs = uptimeMs
        self.counters = counters
        self.catalogRevision = catalogRevision
        self.problem = problem
        self.memoryBytes = memoryBytes
        self.queued = queued
        self.unanswered = unanswered
        self.publishes = publishes
        self.subscribes = subscribes
        self.subscribesToAll = subscribesToAll
        session = coverage.session
        buckets = coverage.share
        self.app = app
        self.standby = standby
        self.term = term
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "How a stage is: once a second, and at every change.",
        [
            .required("role", .string, "listen, transcribe, intent, dispatch, audio, …"),
            .required("instance", .string, "Which of several in that role."),
            .optional("engine", .string, "What does the work, such as pocketsphinx."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "Where it stands; lost is said by the broker."),
            .required("pid", .integer, "Process id on its machine."),
            .required("uptimeMs", .integer, "Milliseconds since its start."),
            .required("counters", Counters.schema, "What it has counted."),
            .optional("catalogRevision", .string, "Which revision of the catalog it works with."),
            .optional("problem", .string, "What is wrong, in a sentence."),
            .optional("memoryBytes", .integer, "Bytes of its memory that are in RAM."),
            .optional("queued", .integer, "Messages that have arrived and wait to be taken."),
            .optional("unanswered", .integer, "Tracked messages that wait for an answer."),
            .optional("publishes", .array(.string), "The kinds that it has published or will track."),
            .optional("subscribes", .array(.string), "The kinds that it has subscribed to."),
            .optional("subscribesToAll", .boolean, "Whether it has subscribed to everything that passes."),
            .optional("session", .string, "The one conversation it serves; all when absent."),
            .optional("buckets", .string, "The share of the conversations that it serves, as 0/4; all when absent."),
            .optional("app", .string, "The app it runs."),
            .optional("standby", .boolean, "Whether it works only while no other of its kind does."),
            .optional(
                "term", .integer, "How many have taken over in its place so far; of two that work, the higher goes on."),
        ])
    private static let refusedTwice = {
        var counters = Counters()
        counters.refused = 2
        return counters
    }()
    /// With everything and with the least.
    public static let examples = [
        StageStatus(
            role: "transcribe", instance: "pocketsphinx-1", engine: "pocketsphinx", state: .failed, pid: 4711,
            uptimeMs: 61_000, counters: refusedTwice, catalogRevision: "kitchen@9f2c41d07be3a865",
            problem: "the model cannot be read",
            memoryBytes: 104_857_600, queued: 3, unanswered: 1, publishes: ["speech.partial", "speech.transcript"],
            subscribes: ["audio.input", "catalog", "speech.ended"], subscribesToAll: false,
            coverage: SessionScope(session: Session(rawValue: "den"), share: BucketShare(index: 0, count: 4)),
            app: "kitchen", standby: true, term: 3),
        StageStatus(role: "intent", instance: "intent-1", state: .ready, pid: 4712, uptimeMs: 1000),
    ]
}

/// "I have taken these messages": where no other answer says so. The header's `causes` name them.
public struct Receipt: BusMessage {
    /// `receipt`
    public static let kind: Kind = "receipt"

    /// The kind of what was taken.
    public var of: Kind

    /// A receipt.
    public init(of kind: Kind) { of = kind }

    /// The body's shape.
    public static let schema = Schema.object(
        "\"I have taken these messages\"; the header's causes name them.",
        [.required("of", .string, "The kind of what was taken.")])
    /// One.
    public static let examples = [Receipt(of: SpeechIntent.kind)]
}

/// What a stage sends to itself through the broker until it comes back: its subscriptions then stand.
public struct Barrier: BusMessage {
    /// `barrier`: on the session `<role>.<instance>.<run>`, which only its sender subscribes to.
    public static let kind: Kind = "barrier"

    /// Which try.
    public var attempt: Int

    /// A try.
    public init(attempt: Int) { self.attempt = attempt }

    /// The body's shape.
    public static let schema = Schema.object(
        "What a stage sends to itself through the broker until it comes back.",
        [.required("attempt", .integer, "Which try, from 0.")])
    /// The first.
    public static let examples = [Barrier(attempt: 0)]
}
