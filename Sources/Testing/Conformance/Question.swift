import SaybusMessages

/// What a trial has asked a stage: one message or several, in one turn.
struct Question: Sendable {
    let messages: [RawMessage]
    let turn: TurnID
    let session: Session

    var ids: Set<MessageID> { Set(messages.map(\.header.id)) }

    /// Whether a message of the stage belongs to its answer: by its causes, or at least by its turn. The question itself, handed on to a successor
    /// under its own id, is none.
    func concerns(_ message: RawMessage) -> Bool {
        !ids.contains(message.header.id)
            && (message.header.turn == turn || !ids.isDisjoint(with: message.header.causes))
    }
}
