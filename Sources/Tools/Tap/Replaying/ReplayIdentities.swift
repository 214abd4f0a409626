import SaybusMessages
import SaybusSupport

/// A map of recorded ids to new ones, so that no receiver takes a replayed message for a repetition. Pure; old message
/// ids are evicted.
struct ReplayIdentities: Sendable {
    private var turns: [TurnID: TurnID] = [:]
    private var messages = GenerationalCache<MessageID, MessageID>(capacity: 65_536)

    /// Returns the id with which a recorded turn is replayed, a new one at its first message.
    mutating func turn(_ recorded: TurnID) -> TurnID {
        if let turn = turns[recorded] { return turn }
        let turn = TurnID()
        turns[recorded] = turn
        return turn
    }

    /// Creates the id for a message that is replayed now.
    mutating func message(_ recorded: MessageID) -> MessageID {
        let id = MessageID()
        messages[recorded] = id
        return id
    }

    /// Returns the new ids of the causes. A cause that was not replayed is omitted.
    func causes(_ recorded: [MessageID]) -> [MessageID] { recorded.compactMap { messages[$0] } }

    /// Replaces the message ids in a body, such as that of a sequence in a playback report, by their new ids.
    func body(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): MessageID(text).flatMap { messages[$0] }.map { .string($0.description) } ?? value
        case .array(let values): .array(values.map(body))
        case .object(let members): .object(members.mapValues(body))
        case .null, .boolean, .integer, .number: value
        }
    }
}
