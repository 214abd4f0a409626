import SaybusDispatch
import SaybusMessages
import SaybusSupport

/// The meaning of an utterance for an app.
enum CommandResolution: Sendable {
    /// A command of this app.
    case invoke(ResolvedCommand)
    /// A command of another app, whose confidence is higher.
    case otherApp
    /// No likely command; with the reason if it was one that is too likely misheard.
    case notUnderstood(because: String?)
    /// No words.
    case noSpeech
    /// The recognizer failed, for this reason.
    case recognizerFailed(String)

    /// The suggestions of the app's own matchers for an utterance.
    struct Suggestions {
        fileprivate var suggestions: [ObjectIdentifier: [CommandSuggestion]] = [:]

        /// Creates suggestions of matchers that were not asked.
        init() {}
    }

    /// Asks the matchers of an app, its own ones side by side.
    /// - Parameters:
    ///   - result: The utterance.
    ///   - recognizers: The commands.
    ///   - matchesPatterns: Whether to match the patterns here, because the intent was made without them.
    ///   - limit: Time limit of the matchers.
    ///   - patience: Time after which those that have answered count; nil waits for all within the limit.
    ///   - failed: Called when the limit is over, or the app ends. Then only those that have answered count.
    @ConversationActor
    static func suggestions(
        for result: SpeechRecognitionResult, by recognizers: [VerbalCommandRecognizer], matchesPatterns: Bool,
        limit: Duration, patience: Duration? = nil, failed: @escaping @ConversationActor (HandlerFailure) -> Void
    ) async -> Suggestions {
        var found = Suggestions()
        guard result.empty == nil, !result.isSilence else { return found }
        if matchesPatterns {
            for recognizer in recognizers {
                let patterns = recognizer.patternMatchers.compactMap { $0.attemptMatch(result.transcript) }
                found.suggestions[ObjectIdentifier(recognizer), default: []] += patterns
            }
        }
        let own = recognizers.filter { !$0.appOnlyMatchers.isEmpty }
        guard !own.isEmpty else { return found }
        let answers = MatcherAnswers()
        let run = HandlerRun(what: "a command's matcher", limit: limit, turn: nil, onTimeout: { _ in })
        let isOver = Watched(false)
        let asking = Task { @ConversationActor in
            let outcome = await run { await answers.ask(own, about: result.transcript) }
            if case .failure(let failure) = outcome { failed(failure) }
            isOver.change { $0 = true }
        }
        await withTaskCancellationHandler {
            guard let patience else { return await asking.value }
            _ = await isOver.wait(within: patience) { $0 }
        } onCancel: {
            asking.cancel()
        }
        found.suggestions.merge(answers.suggestions) { $0 + $1 }
        return found
    }

    /// Returns the meaning of an utterance.
    ///
    /// The suggestion with the highest confidence wins, of equal ones that of the recognizer that the user was told
    /// last to say, else of the one registered first. Suggestions below `Confidence.likely` do not count.
    @ConversationActor
    static func resolve(
        _ result: SpeechRecognitionResult, app: String, recognizers: [VerbalCommandRecognizer],
        suggestions: Suggestions
    ) -> CommandResolution {
        if result.isSilence { return .noSpeech }
        switch result.empty {
        case .failed: return .recognizerFailed(result.failure)
        case .silence, .unrecognized: return .notUnderstood(because: nil)
        case nil: break
        }
        guard let best = best(for: result, app: app, recognizers, suggestions) else {
            // Other apps leave the utterance to this app when the likeliest hypothesis is this app's.
            let isOthers = result.hypotheses.contains { $0.app != app && $0.confidence >= Confidence.likely }
            return isOthers && !result.isLikely(of: app) ? .otherApp : .notUnderstood(because: nil)
        }
        guard !isForOtherApp(result, app: app, best: best.confidence) else { return .otherApp }
        return judge(best, result, app: app)
    }

    /// Returns the command with the highest confidence; nil when none is likely.
    @ConversationActor
    private static func best(
        for result: SpeechRecognitionResult, app: String, _ recognizers: [VerbalCommandRecognizer],
        _ suggestions: Suggestions
    ) -> ResolvedCommand? {
        var best: (order: (Double, Int, Int), command: ResolvedCommand)?
        func consider(_ index: Int, _ confidence: Double, _ matcher: String?, _ parameters: [String: Parameter]) {
            guard confidence >= Confidence.likely else { return }
            let recognizer = recognizers[index]
            let order = (-confidence, -recognizer.offer, index)
            if let best, best.order <= order { return }
            let command = Command(type: recognizer.commandType, parameters: parameters.mapValues(\.value))
            best = (
                order,
                ResolvedCommand(
                    command: command, recognizer: recognizer, confidence: confidence, matcher: matcher,
                    parameters: parameters)
            )
        }
        for hypothesis in result.hypotheses where hypothesis.app == app {
            let ofType = recognizers.indices.filter { recognizers[$0].commandType == hypothesis.type }
            let matching = ofType.filter { index in
                hypothesis.matcher.map { recognizers[index].patterns.contains($0) } ?? false
            }
            let owner = (matching.isEmpty ? ofType : matching).min { first, second in
                (-recognizers[first].offer, first) < (-recognizers[second].offer, second)
            }
            if let owner { consider(owner, hypothesis.confidence, hypothesis.matcher, hypothesis.parameters) }
        }
        for (index, recognizer) in recognizers.enumerated() {
            for suggestion in suggestions.suggestions[ObjectIdentifier(recognizer)] ?? [] {
                consider(index, suggestion.confidence, nil, suggestion.parameters.mapValues(Parameter.init(suggested:)))
            }
        }
        return best?.command
    }

    /// Returns whether another app has a hypothesis that comes before this app's best command.
    ///
    /// Of two apps with equal confidence, the first in the list wins. The other app decides in the same way: by the
    /// hypotheses, since it does not know what this app's own matchers suggest.
    private static func isForOtherApp(_ result: SpeechRecognitionResult, app: String, best: Double) -> Bool {
        let others = result.hypotheses.filter { $0.competingIntent == nil }
        let first = others.first
        // A request of the app's own names no app, whose hypotheses would be those of another one.
        let known = app.isEmpty ? best : others.filter { $0.app == app }.map(\.confidence).max() ?? 0
        let confidence = max(known, Confidence.likely)
        return others.contains { other in
            other.app != app && other.confidence >= confidence && (other.confidence > confidence || first?.app != app)
        }
    }

    /// Returns the resolution to a command, by the confidence in it and in the words.
    @ConversationActor
    private static func judge(
        _ command: ResolvedCommand, _ result: SpeechRecognitionResult, app: String
    ) -> CommandResolution {
        var command = command
        let thresholds = command.recognizer.thresholdsInUse
        command.assurance = thresholds.assurance(of: command.confidence, words: result.confidence)
        guard command.assurance != .sufficient else { return .invoke(command) }
        let invoked = CommandInvoked(
            app: app, type: command.command.type, parameters: [:], confidence: command.confidence,
            text: result.transcript)
        let explanation = thresholds.explanation(of: invoked, words: result.confidence)
        guard command.assurance == .doubtful else { return .notUnderstood(because: explanation) }
        command.doubt = explanation
        return .invoke(command)
    }
}

extension Parameter {
    /// Creates a parameter from a value that a matcher suggests, with the value's text as its words.
    init(suggested value: Value) {
        self.init(value: value, words: "\(value)", type: value.number == nil ? "String" : "Number")
    }
}
