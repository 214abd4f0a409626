import SaybusMessages

extension CommandInvoked {
    /// Creates the command of an intent's hypothesis.
    package init(_ hypothesis: SpeechIntent.Hypothesis, text: String) {
        self.init(
            app: hypothesis.app, type: hypothesis.type, parameters: hypothesis.parameters,
            confidence: hypothesis.confidence, matcher: hypothesis.matcher, text: text)
    }
}
