/// The status of a stage, published by every stage once a second (its heartbeat) and at every change of its
/// state.
public struct StageStatus: BusMessage {
    /// `stage.status`
    public static let kind: Kind = "stage.status"
    /// True: a subscriber that starts later receives the status of all stages from the broker.
    public static let isRetained = true

    /// A state of a stage, from its start to its end.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Not ready yet: models are being loaded, or subscriptions are not in effect.
        case starting
        /// Ready and active: the stage takes messages.
        case ready
        /// Ready to take over from the active instance.
        case standby
        /// Finishing the open turn and accepting no new one.
        case draining
        /// Ended on request.
        case stopped
        /// Unable to work, for the reason in ``StageStatus/problem``.
        case failed
        /// No heartbeat for three seconds; published by the broker on the stage's behalf.
        case lost

        /// Whether the stage has ended, so that no more messages of it are expected.
        public var isGone: Bool { self == .stopped || self == .failed || self == .lost }
    }

    /// Counters of a stage since its start. Each is 0 or more.
    public struct Counters: Sendable, Equatable, Codable {
        /// Messages received, including ``stale`` and ``repeated`` ones.
        public var received = 0
        /// Messages published.
        public var published = 0
        /// Messages that did not arrive, according to gaps in the sequence numbers.
        public var lost = 0
        /// Messages that arrived after their deadline, and were ignored.
        public var stale = 0
        /// Frames that could not be read as a message.
        public var malformed = 0
        /// Messages that this stage dropped because it could not keep up.
        public var dropped = 0
        /// Messages that arrived again, and were ignored.
        public var repeated = 0
        /// Messages that this stage sent again because no answer came (retransmissions).
        public var retried = 0
        /// Messages and subscriptions that the broker's policy or a receiver refused; absent when none.
        public var refused: Int?

        /// Creates counters of zero.
        public init() {}

        static let schema = Schema.object(
            "Counters of a stage since its start.",
            [
                .required("received", .integer, "Messages received."),
                .required("published", .integer, "Messages published."),
                .required("lost", .integer, "Messages that did not arrive: gaps in the sequence numbers."),
                .required("stale", .integer, "Messages that arrived after their deadline."),
                .required("malformed", .integer, "Frames that could not be read as a message."),
                .required("dropped", .integer, "Messages dropped because this stage could not keep up."),
                .required("repeated", .integer, "Messages that arrived again, and were ignored."),
                .required("retried", .integer, "Messages sent again because no answer came."),
                .optional(
                    "refused", .integer, "Messages and subscriptions refused by the broker's policy or a receiver."),
            ])
    }

    /// The role, such as `transcribe`, by which other programs wait for the stage.
    public var role: Role
    /// The instance, which distinguishes programs with the same role.
    public var instance: String
    /// The engine that does the work, such as `pocketsphinx`; absent where a role has no choice of engines.
    public var engine: String?
    /// The state, which the broker sets to ``StageStatus/State/lost`` for a stage without heartbeat.
    public var state: State
    /// The process id on the stage's machine.
    public var pid: Int
    /// Milliseconds since the stage's start.
    public var uptimeMs: Int
    /// The numbers of messages since the stage's start.
    public var counters: Counters
    /// The revision of the merged catalog in use; absent when the stage uses none.
    public var catalogRevision: String?
    /// A problem of the stage, as a sentence; absent when there is none.
    public var problem: String?
    /// Resident memory in bytes; absent when unknown.
    public var memoryBytes: Int?
    /// The number of messages that have arrived and wait to be processed; absent when unknown.
    public var queued: Int?
    /// The number of tracked messages that wait for an answer; absent when unknown.
    public var unanswered: Int?
    /// The kinds that the stage has published, and the tracked kinds that it will publish, sorted by name.
    public var publishes: [Kind]?
    /// The kinds to which the stage subscribes, sorted by name.
    public var subscribes: [Kind]?
    /// Whether the stage subscribes to all kinds.
    public var subscribesToAll: Bool?
    /// In the broker's status, the kinds published on demand to which somebody subscribes by name, such as
    /// `listen.level`; absent when there are none. A subscription to all kinds does not count.
    public var demands: [Kind]?
    /// The only session that the stage serves; absent means all.
    public var session: Session?
    /// The share of the sessions that the stage serves, such as `0/4`; absent means all.
    public var buckets: BucketShare?
    /// The name of the app that the stage runs; absent where it runs none.
    public var app: String?
    /// Whether the stage is active only while no other instance of its role is.
    public var standby: Bool?
    /// The number of takeovers of this work so far, including the stage's own, and the one that a stage on standby
    /// claims. Of two active instances, the one with the higher number continues. Absent when the stage takes part
    /// in no election.
    public var term: Int?
    /// Milliseconds by which the stage's clock is ahead of the broker's, negative when it is behind; absent when
    /// unknown. The times in the messages of a stage that reports it are by the broker's clock.
    public var clockSkewMs: Int?
    /// Of a supervisor such as `saybus up`, the programs that it keeps running, and so the stages that are expected, at
    /// most ``maximumSupervised``; absent from other programs.
    public var supervises: [SupervisedProgram]?

    /// The most programs that a status lists.
    public static let maximumSupervised = 300

    /// The sessions that the stage serves: ``session`` and ``buckets`` together.
    public var coverage: SessionScope { SessionScope(session: session, share: buckets) }

    /// Creates a status.
    public init(
        role: Role, instance: String, engine: String? = nil, state: State, pid: Int, uptimeMs: Int,
        counters: Counters = Counters(), catalogRevision: String? = nil, problem: String? = nil,
        memoryBytes: Int? = nil, queued: Int? = nil, unanswered: Int? = nil, publishes: [Kind]? = nil,
        subscribes: [Kind]? = nil, subscribesToAll: Bool? = nil, demands: [Kind]? = nil,
        coverage: SessionScope = .all, app: String? = nil, standby: Bool? = nil, term: Int? = nil,
        clockSkewMs: Int? = nil, supervises: [SupervisedProgram]? = nil
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
        self.demands = demands
        session = coverage.session
        buckets = coverage.share
        self.app = app
        self.standby = standby
        self.term = term
        self.clockSkewMs = clockSkewMs
        self.supervises = supervises
    }

    /// The schema of the body, which `saybus schema stage.status` prints.
    public static let schema = Schema.object(
        "The status of a stage, once a second and at every change.",
        [
            .required("role", .string, "listen, transcribe, intent, dispatch, audio, …"),
            .required("instance", .string, "The instance in that role."),
            .optional("engine", .string, "The engine that does the work, such as pocketsphinx."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "The state; lost is published by the broker."),
            .required("pid", .integer, "Process id on its machine."),
            .required("uptimeMs", .integer, "Milliseconds since its start."),
            .required("counters", Counters.schema, "The counters."),
            .optional("catalogRevision", .string, "Revision of the merged catalog in use."),
            .optional("problem", .string, "A problem of the stage, as a sentence."),
            .optional("memoryBytes", .integer, "Resident memory in bytes."),
            .optional("queued", .integer, "Number of messages that wait to be processed."),
            .optional("unanswered", .integer, "Number of tracked messages that wait for an answer."),
            .optional(
                "publishes", .array(.string),
                "Kinds that the stage has published, and tracked kinds that it will publish."),
            .optional("subscribes", .array(.string), "Kinds to which the stage subscribes."),
            .optional("subscribesToAll", .boolean, "Whether the stage subscribes to all kinds."),
            .optional(
                "demands", .array(.string),
                "In the broker's status: kinds published on demand to which somebody subscribes by name."),
            .optional("session", .string, "The only session that the stage serves; all when absent."),
            .optional(
                "buckets", .string, "The share of the sessions that the stage serves, such as 0/4; all when absent."),
            .optional("app", .string, "The app that the stage runs."),
            .optional("standby", .boolean, "Whether the stage is active only while no other instance is."),
            .optional(
                "term", .integer, "Number of takeovers so far; of two active instances, the higher one continues."),
            .optional(
                "clockSkewMs", .integer,
                "Milliseconds by which its clock is ahead of the broker's; its messages have the broker's time."),
            .optional(
                "supervises", .array(SupervisedProgram.schema),
                "Of a supervisor such as saybus up: the programs that it keeps running."),
        ])
    private static let refusedTwice = {
        var counters = Counters()
        counters.refused = 2
        return counters
    }()
    /// A status with every field, and the shortest one.
    public static let examples = [
        StageStatus(
            role: .transcribe, instance: "pocketsphinx-1", engine: "pocketsphinx", state: .failed, pid: 4711,
            uptimeMs: 61_000, counters: refusedTwice, catalogRevision: "kitchen@9f2c41d07be3a865",
            problem: "the model cannot be read",
            memoryBytes: 104_857_600, queued: 3, unanswered: 1, publishes: ["speech.partial", "speech.transcript"],
            subscribes: ["audio.input", "catalog", "speech.ended"], subscribesToAll: false,
            demands: ["listen.level"],
            coverage: SessionScope(session: Session(rawValue: "den"), share: BucketShare(index: 0, count: 4)),
            app: "kitchen", standby: true, term: 3, clockSkewMs: -1500, supervises: [SupervisedProgram.example]),
        StageStatus(role: .intent, instance: "intent-1", state: .ready, pid: 4712, uptimeMs: 1000),
    ]
}
