/// Frame 1 of a message, with its publisher, time, turn and causes.
public struct Header: Sendable, Equatable {
    /// The contract version of this code.
    public static let currentVersion = 1

    /// The contract version of the message; `v` on the wire.
    public var version = Header.currentVersion
    /// The id of this message: a UUIDv7.
    public var id: MessageID
    /// The kind of the message, as in the topic.
    public var kind: Kind
    /// The conversation, as in the topic.
    public var session: Session
    /// The id of the turn, a UUIDv7; absent for messages outside of turns, such as a status.
    public var turn: TurnID?
    /// The publisher: `role/instance`.
    public var source: Source
    /// The random number of the publisher's run, by which a restart is visible.
    public var run: UInt32
    /// The number of the message per source, run and topic: 0, 1, 2, …; `seq` on the wire. A gap means a lost
    /// message.
    public var sequence: Int
    /// The time of publication, as Unix time in microseconds.
    public var at: Int64
    /// The ids of the messages that this one answers; absent when none.
    public var causes: [MessageID]
    /// The Unix time in microseconds after which a receiver ignores the message as stale; absent means never.
    public var deadline: Int64?
    /// Whether the broker keeps the newest such message per topic and source for late subscribers; absent
    /// means false.
    public var retain: Bool
    /// The MIME type of the body; absent means `application/json`.
    public var content: String?
    /// The number of this chunk in its stream, from 0; audio only.
    public var index: Int?
    /// Whether this chunk is the last of its stream; audio only.
    public var last: Bool?
    /// The id of the recorded turn that this turn replays; present in replayed input only.
    public var replays: TurnID?

    /// Creates a header with every field.
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

    /// The topic under which the message is published.
    public var topic: Topic { Topic(kind, session) }

    /// Whether the message describes a state, which the broker keeps for late subscribers. The publisher of an unknown
    /// kind decides.
    package var describesState: Bool { retain && MessageCatalog.type(of: kind)?.isRetained ?? true }

    /// The schema of the header frame.
    public static let schema = Schema.object(
        "The header frame of every message.",
        [
            .required("v", .integer, "Contract version, 1."),
            .required("id", .uuid, "UUIDv7 of this message."),
            .required("kind", .string, "The kind of the message, as in the topic."),
            .required("session", .string, "The conversation, as in the topic."),
            .optional("turn", .uuid, "UUIDv7 of the turn."),
            .required("source", .string, "The publisher: role/instance."),
            .required("run", .integer, "Random per start of the publisher."),
            .required("seq", .integer, "0, 1, 2, … per source, run and topic."),
            .required("at", .integer, "Time of publication: Unix time in microseconds."),
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

    /// Writes a header; absent and default fields are omitted.
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
