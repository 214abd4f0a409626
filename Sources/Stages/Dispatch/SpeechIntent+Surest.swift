import SaybusBus
import SaybusMessages
import SaybusPhrases

extension SpeechIntent {
    /// The app that the words address by its name, when the first hypothesis is that app's own; nil when there is none.
    package var addressee: String? { AppAddress.addressee(of: text, hypotheses) }

    /// Returns the likely hypothesis with the highest confidence, of equal ones the first.
    /// - Parameter isKnown: Whether a hypothesis counts.
    package func surestHypothesis(where isKnown: (Hypothesis) -> Bool = { _ in true }) -> Hypothesis? {
        hypotheses.surest(where: isKnown)
    }
}

extension Sequence<SpeechIntent.Hypothesis> {
    /// Returns the likely hypothesis with the highest confidence, of equal ones the first; nil when none is likely.
    package func surest(where isKnown: (Element) -> Bool = { _ in true }) -> Element? {
        var best: Element?
        for hypothesis in self
        where hypothesis.confidence >= Confidence.likely && hypothesis.confidence > best?.confidence ?? -1
            && isKnown(hypothesis)
        {
            best = hypothesis
        }
        return best
    }
}

extension AppAddress {
    /// Returns the app that words address by its name, when the first hypothesis is that app's own; nil when there is none.
    package static func addressee(of text: String, _ hypotheses: [SpeechIntent.Hypothesis]) -> String? {
        guard let app = hypotheses.first?.app, AppAddress(text, apps: [app]) != nil else { return nil }
        return app
    }
}

extension Presence.Arrival {
    /// Returns whether a dispatcher has come that would take an answer in a session for a command of its own, unless it learns of the question.
    package func takesAnswers(in session: Session) -> Bool { role == "dispatch" && coverage.contains(session) }
}
