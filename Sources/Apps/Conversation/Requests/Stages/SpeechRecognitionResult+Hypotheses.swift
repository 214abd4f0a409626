import SaybusMessages
import SaybusPhrases

extension SpeechRecognitionResult {
    /// The app that the user addresses by name, if the best hypothesis belongs to it; otherwise nil.
    var addressee: String? { AppAddress.addressee(of: transcript, hypotheses) }

    /// The app of the most confident hypothesis, the first one on a tie; nil when none is likely.
    package var surestApp: String? {
        var best: SpeechIntent.Hypothesis?
        for hypothesis in hypotheses where hypothesis.confidence >= Confidence.likely {
            if hypothesis.confidence > best?.confidence ?? -1 { best = hypothesis }
        }
        return best?.app
    }

    /// Returns whether the most confident hypothesis is likely and belongs to an app.
    func isLikely(of app: String) -> Bool { surestApp == app }
}

extension SpeechIntent {
    /// The app that the user addresses by name, if the best hypothesis belongs to it; otherwise nil.
    var addressee: String? { AppAddress.addressee(of: text, hypotheses) }
}

extension AppAddress {
    fileprivate static func addressee(of text: String, _ hypotheses: [SpeechIntent.Hypothesis]) -> String? {
        guard let app = hypotheses.first?.app, AppAddress(text, apps: [app]) != nil else { return nil }
        return app
    }
}
