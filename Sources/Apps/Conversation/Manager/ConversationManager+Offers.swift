import SaybusBus
import SaybusMessages

extension ConversationManager {
    /// Publishes the app's answer to the question whether it could carry out an intent.
    package func publish(_ offer: IntentOffer, for intent: Header) {
        conversation?.connection.publish(offer, for: intent)
    }
}

extension SessionConnection {
    /// Publishes an offer as an answer to an intent.
    func publish(_ offer: IntentOffer, for intent: Header) {
        runtime.tryPublishing { try runtime.bus.publish(offer, answering: intent) }
    }
}
