import SaybusDispatch
import SaybusMessages

/// The meaning of intents for one app. Pure: the same intent gives the same meaning.
struct CommandResolver: Sendable {
    /// The meaning of an intent.
    enum Resolution: Sendable, Equatable {
        /// A command of this app.
        case invoke(CommandInvoked)
        /// Another app's command.
        case ignore
        /// No likely hypothesis.
        case notUnderstood
        /// No words.
        case noSpeech
        /// A failure of the recognizer.
        case recognizerFailed
    }

    private let app: String
    private let commands: Set<String>

    /// Creates a resolver for the commands of an app that are valid while these topics are entered.
    init(app: App, entered: Set<String> = []) {
        self.app = app.name
        commands = app.commands(in: entered)
    }

    /// Returns the meaning of an intent, which is the hypothesis with the highest confidence, of equal ones that of the
    /// app with the highest precedence, then of the app whose name comes first.
    ///
    /// A hypothesis from an older catalog, with a command that is not valid now, does not count. If it has the highest
    /// confidence, the result is `notUnderstood`, since other apps leave the intent to this app. Hypotheses of remote
    /// apps count if the remote app has the command.
    func resolve(_ intent: SpeechIntent, remote: RemoteApps = RemoteApps()) -> Resolution {
        switch intent.empty {
        case .silence: return .noSpeech
        case .unrecognized: return .notUnderstood
        case .failed: return .recognizerFailed
        case nil: if intent.text.allSatisfy(\.isWhitespace) { return .noSpeech }
        }
        guard let surest = intent.surestHypothesis(where: { isKnown($0, remote) }) else { return .notUnderstood }
        if surest.app == app { return .invoke(CommandInvoked(surest, text: intent.text)) }
        // Other apps leave an intent to this app when its hypothesis has the highest confidence, even if the command is
        // not valid now.
        return intent.surestHypothesis()?.app == app ? .notUnderstood : .ignore
    }

    private func isKnown(_ hypothesis: SpeechIntent.Hypothesis, _ remote: RemoteApps) -> Bool {
        if hypothesis.app == app { return commands.contains(hypothesis.type) }
        return remote.owner(of: hypothesis.app) == nil || remote.has(hypothesis.type, in: hypothesis.app)
    }
}
