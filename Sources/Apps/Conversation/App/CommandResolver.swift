import SaybusMessages

/// Decides what an intent means for one app. Pure: the same intent gives the same answer.
public struct CommandResolver: Sendable {
    /// What to do with an intent.
    public enum Resolution: Sendable, Equatable {
        /// Carry out this command.
        case invoke(CommandInvoked)
        /// Have a remote app carry out this command of its own.
        case invokeRemotely(CommandInvoked)
        /// Another app's command: leave it alone.
        case ignore
        /// No reading is likely.
        case notUnderstood
        /// There were no words.
        case noSpeech
        /// The recognizer failed: nobody knows what was said.
        case recognizerFailed
    }

    private let app: String
    private let commands: Set<String>

    /// A resolver for the commands of an app that can be given while these topics are entered.
    public init(app: App, entered: Set<String> = []) {
        self.app = app.name
        commands = app.commands(in: entered)
    }

    /// What the intent means: the surest reading counts, of two as sure the first.
    ///
    /// A reading that names a command which the app lacks, made with an older catalog, does not count; when it is the surest, the app says that
    /// it has not understood, since the others leave the intent to it.
    public func resolve(_ intent: SpeechIntent) -> Resolution { resolve(intent, remote: RemoteApps()) }

    /// The same, where there are remote apps.
    func resolve(_ intent: SpeechIntent, remote: RemoteApps) -> Resolution {
        switch intent.empty {
        case .silence: return .noSpeech
        case .unrecognized: return .notUnderstood
        case .failed: return .recognizerFailed
        case nil: if intent.text.allSatisfy(\.isWhitespace) { return .noSpeech }
        }
        var best: SpeechIntent.Hypothesis?
        for hypothesis in intent.hypotheses
        where hypothesis.confidence >= Confidence.likely && isKnown(hypothesis, remote)
            && hypothesis.confidence > best?.confidence ?? -1
        {
            best = hypothesis
        }
        guard let best else { return .notUnderstood }
        // The others leave it to us when it looks like ours most, though it cannot be given now.
        if best.app != app, SpeechRecognitionResult(intent, nil).surestApp == app { return .notUnderstood }
        let isRemote = best.app != app && remote.owner(of: best.app) != nil
        guard best.app == app || isRemote else { return .ignore }
        let invoked = CommandInvoked(
            app: best.app, type: best.type, parameters: best.parameters, confidence: best.confidence,
            matcher: best.matcher, text: intent.text)
        return isRemote ? .invokeRemotely(invoked) : .invoke(invoked)
    }

    private func isKnown(_ hypothesis: SpeechIntent.Hypothesis, _ remote: RemoteApps) -> Bool {
        if hypothesis.app == app { return commands.contains(hypothesis.type) }
        return remote.owner(of: hypothesis.app) == nil || remote.has(hypothesis.type, in: hypothesis.app)
    }
}
