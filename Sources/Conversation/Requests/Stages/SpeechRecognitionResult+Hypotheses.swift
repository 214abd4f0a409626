import Messages
import Phrases

extension SpeechRecognitionResult {
    /// The app that is asked by its name, when the first reading is its own; nil when none is.
    var addressee: String? {
        guard let app = hypotheses.first?.app, AppAddress(transcript, apps: [app]) != nil else { return nil }
        return app
    }

    /// Whether the surest reading, of two as sure the first, is a likely one of an app.
    func isLikely(of app: String) -> Bool {
        var best: SpeechIntent.Hypothesis?
        for hypothesis in hypotheses where hypothesis.confidence >= Confidence.likely {
            if hypothesis.confidence > best?.confidence ?? -1 { best = hypothesis }
        }
        return best?.app == app
    }
}
