import SaybusMessages
import SaybusSupport

/// New ids for recorded ones, so that what is played again is nobody's repetition. Pure; messages' ids are forgotten after a while.
struct ReplayIdentities: Sendable {
    private var turns: [TurnID: TurnID] = [:]
    private var messages = GenerationalCache<MessageID, MessageID>(capacity: 65_536)

    /// The turn in which a recorded turn is played.
    mutating func turn(_ recorded: TurnID) -> TurnID {
        if let turn = turns[recorded] { return turn }
        let turn = TurnID()
        turns[recorded] = turn
        return turn
    }

    /// A message that is played now.
    mutating func message(_ recorded: MessageID) -> MessageID {
        let id = MessageID()
        messages[recorded] = id
        return id
    }

    /// The played ones of the causes; what was not played caused nothing.
    func causes(_ recorded: [MessageID]) -> [MessageID] { recorded.compactMap { messages[$0] } }

    /// A body that names messages, such as a report on a sequence, with the names that they have now.
    func body(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): MessageID(text).flatMap { messages[$0] }.map { .string($0.description) } ?? value
        case .array(let values): .array(values.map(body))
        case .object(let members): .object(members.mapValues(body))
        case .null, .boolean, .integer, .number: value
        }
    }
}
