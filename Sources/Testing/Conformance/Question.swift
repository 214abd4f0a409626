import SaybusMessages

/// The messages of one turn that the stage under test has to answer.
struct Question: Sendable {
    let messages: [RawMessage]
    let turn: TurnID
    let session: Session

    var ids: Set<MessageID> { Set(messages.map(\.header.id)) }

    /// Returns whether a message of the stage belongs to the answer, by its causes or by its turn. A copy of the
    /// question does not belong to it: a stage may hand the question on to its successor under the same id.
    func concerns(_ message: RawMessage) -> Bool {
        !ids.contains(message.header.id)
            && (message.header.turn == turn || !ids.isDisjoint(with: message.header.causes))
    }
}
