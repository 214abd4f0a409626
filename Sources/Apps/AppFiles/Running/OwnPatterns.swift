import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching
import Synchronization

/// A matcher of the app's own patterns, for intents that were recognized without its catalog.
///
/// A recognizer has no catalog of an app that starts after the words were said, nor of any app when it starts together
/// with a new broker. It understands nothing then.
final class OwnPatterns: Sendable {
    private struct Compiled {
        let revision: String
        let matcher: PatternMatcher
    }

    private let compiled = Mutex<Compiled?>(nil)

    /// Returns an intent with the app's commands that its text matches, if it has no hypotheses and was recognized
    /// without the app's catalog; else the intent as it is.
    /// - Parameters:
    ///   - intent: The intent.
    ///   - app: The version of the app that the turn uses.
    ///   - revision: The revision of the catalog that the recognizers should have; nil when none is published.
    ///   - session: The session of the intent, whose facts are for the conditions of patterns.
    func completed(_ intent: SpeechIntent, of app: App, published revision: String?, in session: Session)
        -> SpeechIntent
    {
        guard intent.hypotheses.isEmpty, intent.empty == nil, let revision, !intent.wasRecognized(with: revision)
        else { return intent }
        var completed = intent
        completed.hypotheses = matcher(of: app.catalog).match(intent.text, context: session.facts)
        return completed
    }

    /// Returns the matcher of a catalog, which is compiled once.
    private func matcher(of catalog: Catalog) -> PatternMatcher {
        compiled.withLock { compiled in
            if let known = compiled, known.revision == catalog.revision { return known.matcher }
            let matcher = PatternMatcher([catalog])
            compiled = Compiled(revision: catalog.revision, matcher: matcher)
            return matcher
        }
    }
}
