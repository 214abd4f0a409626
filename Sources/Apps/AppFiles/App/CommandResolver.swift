import SaybusDispatch
import SaybusMessages

/// The meaning of intents for one app. Pure: the same intent gives the same meaning.
public struct CommandResolver: Sendable {
    /// The meaning of an intent.
    public enum Resolution: Sendable, Equatable {
        /// A command of this app.
        case invoke(CommandInvoked)
        /// Another app's command.
        case ignore
        /// No likely hypothesis.
        case notUnderstood
        /// No words.
        case noSpeech
        /// Words that the recognizer failed to tell.
        case recognizerFailed
    }

    private let app: String
    private let commands: Set<String>

    /// A resolver for the commands of an app that can be given while some topics are entered.
    public init(app: App, entered: Set<String> = []) {
        self.app = app.name
        commands = app.commands(in: entered)
    }

    /// Returns the meaning of an intent: the surest hypothesis counts, of equally sure ones the first.
    ///
    /// A hypothesis with a command that the app lacks now, made with an older catalog, does not count. When it is the surest, the app has not
    /// understood, since other apps leave the intent to it.
    public func resolve(_ intent: SpeechIntent) -> Resolution { resolve(intent, remote: RemoteApps()) }

    /// Returns the meaning of an intent where there are remote apps: their hypotheses count as they know the command.
    func resolve(_ intent: SpeechIntent, remote: RemoteApps) -> Resolution {
        switch intent.empty {
        case .silence: return .noSpeech
        case .unrecognized: return .notUnderstood
        case .failed: return .recognizerFailed
        case nil: if intent.text.allSatisfy(\.isWhitespace) { return .noSpeech }
        }
        guard let surest = intent.surestHypothesis(where: { isKnown($0, remote) }) else { return .notUnderstood }
        if surest.app == app { return .invoke(CommandInvoked(surest, text: intent.text)) }
        // Other apps leave an intent to this one when its hypothesis is the surest, though the command cannot be given now.
        return intent.surestHypothesis()?.app == app ? .notUnderstood : .ignore
    }

    private func isKnown(_ hypothesis: SpeechIntent.Hypothesis, _ remote: RemoteApps) -> Bool {
        if hypothesis.app == app { return commands.contains(hypothesis.type) }
        return remote.owner(of: hypothesis.app) == nil || remote.has(hypothesis.type, in: hypothesis.app)
    }
}
