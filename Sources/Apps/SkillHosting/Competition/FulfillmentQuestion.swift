import SaybusInteractionModels
import SaybusMessages
import SaybusSkills

/// The question whether a skill could fulfill an intent: `CanFulfillIntentRequest`, and what its answer is worth.
///
/// The request has a session of its own, which is over with the answer. The skill must not change anything for it.
struct FulfillmentQuestion: Sendable {
    /// The skill's name on the bus.
    let app: String
    /// The intent.
    let intent: Intent
    /// The request to the skill.
    let envelope: RequestEnvelope

    /// Creates a question.
    init(_ intent: Intent, of model: SkillModel, identity: SkillIdentity, stamp: RequestStamp = .now()) {
        (app, self.intent) = (model.app, intent)
        var session = SkillSession(context: identity.context)
        envelope = session.envelope(
            .canFulfillIntentRequest(
                CanFulfillIntentRequest(
                    requestId: stamp.id, timestamp: stamp.timestamp, locale: model.interaction.language, intent: intent)
            ))
    }

    /// Returns the offer that an answer makes.
    func offer(_ answer: Result<ResponseEnvelope, SkillFailure>) -> IntentOffer {
        switch answer {
        case .failure(let failure): return refusal(failure.reason)
        case .success(let envelope):
            guard let answer = envelope.response.canFulfillIntent else {
                return refusal("\(app) answers CanFulfillIntentRequest without canFulfillIntent")
            }
            let result: IntentOffer.Answer =
                switch answer.canFulfill {
                case .yes: .yes
                case .maybe: .maybe
                case .no: .no
                }
            let fulfilled = answer.slots?.values.count { $0.canFulfill == .yes }
            return IntentOffer(app: app, intent: intent.name, answer: result, fulfilledSlots: fulfilled)
        }
    }

    /// Returns a no with the reason that the skill did not give it.
    func refusal(_ problem: String) -> IntentOffer {
        IntentOffer(app: app, intent: intent.name, answer: .no, problem: problem)
    }
}
