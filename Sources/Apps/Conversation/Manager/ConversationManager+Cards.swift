import SaybusBus
import SaybusDispatch
import SaybusMessages

extension ConversationManager {
    /// Publishes a card of the current turn, for pages and apps that show it.
    package func show(_ card: CardShown) { conversation?.connection.show(card, in: ConversationTurn.current) }
}

extension SessionConnection {
    /// Publishes a card as an answer to what opened the turn; without a turn, for the session.
    func show(_ card: CardShown, in turn: ConversationTurn?) {
        runtime.tryPublishing {
            try runtime.bus.publish(card, answering: turn?.cause, session: session, turn: turn?.id)
        }
    }
}
