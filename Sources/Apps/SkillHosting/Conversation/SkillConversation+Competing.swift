import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusSkills

/// The competition with other skills for words that were said without any skill's name.
extension SkillConversation {
    /// Default of ``offerLimit``.
    nonisolated static let defaultOfferLimit = Duration.seconds(2)
    /// Time for an offer to arrive, after the limit for making it.
    private nonisolated static let transmission = Duration.seconds(1)

    /// The decision of a competition.
    enum CompetitionEnd: Sendable {
        /// This skill gets the intent.
        case won(Intent)
        /// Another skill gets it.
        case lost
        /// None of the skills can fulfill it.
        case withoutWinner
    }

    /// Asks the skill whether it could fulfill the intent, publishes its offer, and waits for those of the others.
    package func compete(for result: SpeechRecognitionResult, of intent: Header) async {
        competition = nil
        guard !isOpen, model.isNameFree, let turn = intent.turn, let surest = result.hypotheses.surest(),
            surest.competingIntent != nil,
            let own = result.hypotheses.first(where: { $0.app == model.app && $0.competingIntent != nil }),
            own.confidence >= Confidence.likely, let hypothesis = own.ofCompetingIntent, model.has(hypothesis.type)
        else { return }
        let rule = CompetitionRule(result.hypotheses)
        let question = FulfillmentQuestion(model.intent(hypothesis, []), of: model, identity: identity)
        let offer = await offer(question)
        if let problem = offer.problem { report(problem: problem) }
        intentOffers.record(offer, for: turn)
        publish(offer, for: intent)
        let offers = await intentOffers.offers(for: turn, of: rule.apps, within: offerLimit + Self.transmission)
        switch rule.winner(of: offers) {
        case nil: competition = .withoutWinner
        case model.app: competition = .won(question.intent)
        case .some: competition = .lost
        }
    }

    private func offer(_ question: FulfillmentQuestion) async -> IntentOffer {
        let run = HandlerRun(
            what: "the answer of \(model.app) whether it can fulfill \(question.intent.name)", limit: offerLimit,
            turn: nil, onTimeout: { _ in })
        let skill = turn
        switch await run({ await skill.answer(to: question.envelope) }) {
        case .success(let answer): return question.offer(answer)
        case .failure(let failure): return question.refusal(failure.reason)
        }
    }

    /// Returns the decision about an utterance for which skills have competed; nil when there was no competition.
    func claimAfterCompetition(_ result: SpeechRecognitionResult) -> DialogClaim? {
        defer { competition = nil }
        switch competition {
        case nil: return nil
        case .lost: return .otherApp
        // The app of the surest hypothesis says that nobody has understood.
        case .withoutWinner: return result.isLikely(of: model.app) ? .unclaimed : .otherApp
        case .won(let intent): return .request(question(about: .intent(intent), result))
        }
    }
}
