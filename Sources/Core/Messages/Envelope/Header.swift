/// Frame 1: who says what, when, in which turn and in answer to what.
public struct Header: Sendable, Equatable {
    /// The contract version that this code speaks.
    public static let currentVersion = 1

    /// Contract version.
    public var version = Header.currentVersion
    /// This message.
    public var id: MessageID
    /// What kind of message: as in the topic.
    public var kind: Kind
    /// Whose conversation: as in the topic.
    public var session: Session
    /// The turn it belongs to; nil for what belongs to none, such as a status.
    public var turn: TurnID?
    /// The publisher.
    public var source: Source
    /// A random number for each start of the publisher, so that a restart is visible.
    public var run: UInt32
    /// 0, 1, 2, … per source, run and topic: a hole is a lost message.
    public var sequence: Int
    /// When it was published: Unix time in microseconds.
    public var at: Int64
    /// The messages that this one answers.
    public var causes: [MessageID]
    /// Unix time in microseconds after which a receiver drops it as stale.
    public var deadline: Int64?
    /// Whether the broker keeps it for late subscribers: the newest per topic and source.
    public var retain: Bool
    /// MIME type of the body; nil is `application/json`.
    public var content: String?
    /// Number of this chunk in its stream, from 0: audio only.
    public var index: Int?
    /// Whether this chunk is the last of its stream: audio only.
    public var last: Bool?
    /// The recorded turn whose message this is, played again in a turn of its own: replayed inputs only.
    public var replays: TurnID?

    /// A header with every field.
    public init(
        id: MessageID = MessageID(), kind: Kind, session: Session, turn: TurnID? = nil, source: Source, run: UInt32,
        sequence: Int, at: Int64 = WallClock.microseconds(), causes: [MessageID] = [], deadline: Int64? = nil,
        retain: Bool = false, content: String? = nil, index: Int? = nil, last: Bool? = nil, replays: TurnID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.session = session
        self.turn = turn
        self.source = source
        self.run = run
        self.sequence = sequence
        self.at = at
        self.causes = causes
        self.deadline = deadline
        self.retain = retain
        self.content = content
        self.index = index
        self.last = last
        self.replays = replays
    }

    /// Where the message goes.
    public var topic: Topic { Topic(kind, session) }

    /// The schema of the header frame.
    public static let schema = Schema.object(
        "The header frame of every message.",
        [
            .required("v", .integer, "Contract version, 1."),
            .required("id", .uuid, "UUIDv7 of this message."),
            .required("kind", .string, "What kind of message, as in the topic."),
            .required("session", .string, "The conversation, as in the topic."),
            .optional("turn", .uuid, "UUIDv7 of the turn."),
            .required("source", .string, "The publisher: role/instance."),
            .required("run", .integer, "Random per start of the publisher."),
            .required("seq", .integer, "0, 1, 2, … per source, run and topic."),
            .required("at", .integer, "When published: Unix time in microseconds."),
            .optional("causes", .array(.uuid), "The messages that this one answers."),
            .optional("deadline", .integer, "Unix time in microseconds after which it is stale."),
            .optional("retain", .boolean, "Whether the broker keeps it for late subscribers."),
            .optional("content", .string, "MIME type of the body; application/json when absent."),
            .optional("index", .integer, "Audio: number of this chunk in its stream, from 0."),
            .optional("last", .boolean, "Audio: whether this chunk is the last of its stream."),
            .optional("replays", .uuid, "Replayed inputs: the recorded turn that is played again."),
        ])
}

extension Header: Codable {
    enum CodingKeys: String, CodingKey {
        case version = "v"
        case id, kind, session, turn, source, run
        case sequence = "seq"
        case at, causes, deadline, retain, content, index, last, replays
    }

    /// Reads a header; unknown fields are ignored.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        version = try fields.decode(Int.self, forKey: .version)
        id = try fields.decode(MessageID.self, forKey: .id)
        kind = try fields.decode(Kind.self, forKey: .kind)
        session = try fields.decode(Session.self, forKey: .session)
        turn = try fields.decodeIfPresent(TurnID.self, forKey: .turn)
        source = try fields.decode(Source.self, forKey: .source)
        run = try fields.decode(UInt32.self, forKey: .run)
        sequence = try fields.decode(Int.self, forKey: .sequence)
        at = try fields.decode(Int64.self, forKey: .at)
        causes = try fields.decodeIfPresent([MessageID].self, forKey: .causes) ?? []
        deadline = try fields.decodeIfPresent(Int64.self, forKey: .deadline)
        retain = try fields.decodeIfPresent(Bool.self, forKey: .retain) ?? false
        content = try fields.decodeIfPresent(String.self, forKey: .content)
        index = try fields.decodeIfPresent(Int.self, forKey: .index)
        last = try fields.decodeIfPresent(Bool.self, forKey: .last)
        replays = try fields.decodeIfPresent(TurnID.self, forKey: .replays)
    }

    /// Writes a header; absent and default fields are left out.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(version, forKey: .version)
        try fields.encode(id, forKey: .id)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(session, forKey: .session)
        try fields.encodeIfPresent(turn, forKey: .turn)
        try fields.encode(source, forKey: .source)
        try fields.encode(run, forKey: .run)
        try fields.encode(sequence, forKey: .sequence)
        try fields.encode(at, forKey: .at)
        if !causes.isEmpty { try fields.encode(causes, forKey: .causes) }
        try fields.encodeIfPresent(deadline, forKey: .deadline)
        if retain { try fields.encode(true, forKey: .retain) }
        try fields.encodeIfPresent(content, forKey: .content)
        try fields.encodeIfPresent(index, forKey: .index)
        try fields.encodeIfPresent(last, forKey: .last)
        try fields.encodeIfPresent(replays, forKey: .replays)
    }
}
