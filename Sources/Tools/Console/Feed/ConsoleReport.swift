import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// A message of the console itself to a page: `{"console": {…}}` with one member, whose name says what it is.
enum ConsoleReport: Sendable, Equatable {
    /// The first message: the page's own session, the version of Saybus, and how to agree and disagree.
    case hello(session: Session, version: String, bus: String, replies: ReplyVocabulary)
    /// Whether the console is connected to the bus' broker, and the milliseconds since the page was opened.
    case bus(isConnected: Bool, at: Int)
    /// The numbers of messages, by kind, that the page was not sent.
    case leftOut([String: Int])
    /// The state of the page's microphone and loudspeaker, with the reason when they have failed.
    case talk(isOn: Bool, reason: String?)
    /// The commands that can be said now in a session.
    case menu(Session, [CommandMenu.Item])
    /// The message of the page with this number has been published; with its turn, if it has begun one.
    case published(number: Int?, id: MessageID, turn: TurnID?)
    /// The answer to the page's question with this number.
    case answer(number: Int?, JSONValue)
    /// A message of the page was refused.
    case refused(number: Int?, reason: String)

    /// The text of the WebSocket message: an object whose only member is `console`.
    var json: String { JSONValue.object(["console": value]).text() }

    private var value: JSONValue {
        switch self {
        case .hello(let session, let version, let bus, let replies):
            Self.object(
                "hello",
                [
                    "session": .string(session.rawValue), "version": .string(version), "bus": .string(bus),
                    "yes": .string(Self.plainest(replies.yes) ?? "yes"),
                    "no": .string(Self.plainest(replies.no) ?? "no"),
                ])
        case .bus(let isConnected, let time):
            Self.object("bus", ["isConnected": .boolean(isConnected), "at": .integer(Int64(time))])
        case .leftOut(let counts): Self.object("leftOut", counts.mapValues { .integer(Int64($0)) })
        case .talk(let isOn, let reason):
            Self.object("talk", ["on": .boolean(isOn), "reason": reason.map(JSONValue.string)])
        case .menu(let session, let items):
            Self.object(
                "menu",
                [
                    "session": .string(session.rawValue),
                    "items": .array(items.compactMap { try? JSONValue($0) }),
                ])
        case .published(let number, let id, let turn):
            Self.object(
                "published",
                ["id": .string("\(id)"), "turn": turn.map { .string("\($0)") }, "number": Self.number(number)])
        case .answer(let number, let result):
            Self.object("answer", ["result": result, "number": Self.number(number)])
        case .refused(let number, let reason):
            Self.object("refused", ["reason": .string(reason), "number": Self.number(number)])
        }
    }

    private static func object(_ name: String, _ members: [String: JSONValue?]) -> JSONValue {
        .object([name: .object(members.compactMapValues { $0 })])
    }

    private static func number(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }

    /// Returns the plainest sentence of the first pattern, which is that of the usual word.
    private static func plainest(_ patterns: [String]) -> String? {
        Catalog(app: "console", commands: []).example(of: Array(patterns.prefix(1)))
    }
}
