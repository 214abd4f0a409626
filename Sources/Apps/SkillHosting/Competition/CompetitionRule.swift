import SaybusDispatch
import SaybusMessages

/// The rule by which skills that compete for an intent find the one that gets it. Each of them applies it to the same
/// offers.
///
/// A yes wins over a maybe. Of equal answers the one with more slots that the skill can act on wins, then the surer
/// hypothesis, then the name that comes first.
struct CompetitionRule: Sendable {
    /// The confidence of each competitor's hypothesis, by app.
    let confidences: [String: Double]

    /// The competitors.
    var apps: Set<String> { Set(confidences.keys) }

    /// Creates the rule for the hypotheses of an utterance.
    init(_ hypotheses: [SpeechIntent.Hypothesis]) {
        confidences = Dictionary(
            hypotheses.filter { $0.competingIntent != nil && $0.confidence >= Confidence.likely }
                .map { ($0.app, $0.confidence) }, uniquingKeysWith: max)
    }

    /// Returns the winner; nil when nobody can fulfill the intent.
    func winner(of offers: [IntentOffer]) -> String? {
        offers.filter { $0.answer != .no && confidences[$0.app] != nil }.max(by: isLess)?.app
    }

    private func isLess(_ left: IntentOffer, _ right: IntentOffer) -> Bool {
        let (one, other) = (key(left), key(right))
        return one == other ? left.app > right.app : one < other
    }

    private func key(_ offer: IntentOffer) -> (Int, Int, Double) {
        (offer.answer == .yes ? 1 : 0, offer.fulfilledSlots ?? 0, confidences[offer.app] ?? 0)
    }
}
