import SaybusMessages

/// The messages of one turn that are sent to the stage under test, to be answered.
struct Question: Sendable {
    let messages: [RawMessage]
    let turn: TurnID
    let session: Session

    var ids: Set<MessageID> { Set(messages.map(\.header.id)) }

    /// Returns whether a message of the stage belongs to the answer: by its causes, or at least by its turn. A copy
    /// of the question, which a stage may hand on to its successor under the same id, does not.
    func concerns(_ message: RawMessage) -> Bool {
        !ids.contains(message.header.id)
            && (message.header.turn == turn || !ids.isDisjoint(with: message.header.causes))
    }
}
