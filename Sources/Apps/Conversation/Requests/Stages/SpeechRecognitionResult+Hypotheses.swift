import SaybusMessages
import SaybusPhrases

extension SpeechRecognitionResult {
    /// The app that is asked by its name, when the first reading is its own; nil when none is.
    var addressee: String? { AppAddress.addressee(of: transcript, hypotheses) }

    /// The app of the surest reading, of two as sure of the first; nil when none is likely.
    package var surestApp: String? {
        var best: SpeechIntent.Hypothesis?
        for hypothesis in hypotheses where hypothesis.confidence >= Confidence.likely {
            if hypothesis.confidence > best?.confidence ?? -1 { best = hypothesis }
        }
        return best?.app
    }

    /// Whether the surest reading is a likely one of an app.
    func isLikely(of app: String) -> Bool { surestApp == app }
}

extension SpeechIntent {
    /// The app that is asked by its name, when the first reading is its own; nil when none is.
    var addressee: String? { AppAddress.addressee(of: text, hypotheses) }
}

extension AppAddress {
    fileprivate static func addressee(of text: String, _ hypotheses: [SpeechIntent.Hypothesis]) -> String? {
        guard let app = hypotheses.first?.app, AppAddress(text, apps: [app]) != nil else { return nil }
        return app
    }
}
