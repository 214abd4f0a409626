import SaybusDispatch
import SaybusMessages

/// What words mean to an app: which command of which recognizer.
enum CommandResolution: Sendable {
    /// Carry this out.
    case invoke(ResolvedCommand)
    /// Another app is surer of it.
    case otherApp
    /// Nothing is likely.
    case notUnderstood
    /// There were no words.
    case noSpeech
    /// The recognizer failed, for this reason.
    case recognizerFailed(String)

    /// The surest suggestion wins; of two as sure, the one whose recognizer was registered first. Below ``Confidence/likely`` nothing wins.
    ///
    /// - Parameter matchesPatterns: Whether to match the patterns here: when the intent was made without them.
    @ConversationActor
    static func resolve(
        _ result: SpeechRecognitionResult, app: String, recognizers: [VerbalCommandRecognizer], matchesPatterns: Bool
    ) -> CommandResolution {
        if result.isSilence { return .noSpeech }
        switch result.empty {
        case .failed: return .recognizerFailed(result.failure)
        case .silence, .unrecognized: return .notUnderstood
        case nil: break
        }
        var best: (index: Int, command: ResolvedCommand)?
        func consider(_ index: Int, _ confidence: Double, _ matcher: String?, _ parameters: [String: Parameter]) {
            guard confidence >= Confidence.likely else { return }
            if let best, (-best.command.confidence, best.index) <= (-confidence, index) { return }
            let recognizer = recognizers[index]
            let command = Command(type: recognizer.commandType, parameters: parameters.mapValues(\.value))
            best = (
                index,
                ResolvedCommand(
                    command: command, recognizer: recognizer, confidence: confidence, matcher: matcher,
                    parameters: parameters)
            )
        }
        for hypothesis in result.hypotheses where hypothesis.app == app {
            let ofType = recognizers.indices.filter { recognizers[$0].commandType == hypothesis.type }
            let owner =
                ofType.first { index in hypothesis.matcher.map { recognizers[index].patterns.contains($0) } ?? false }
                ?? ofType.first
            if let owner { consider(owner, hypothesis.confidence, hypothesis.matcher, hypothesis.parameters) }
        }
        for (index, recognizer) in recognizers.enumerated() {
            for matcher in recognizer.textMatchers where matchesPatterns || !(matcher is PatternCommandMatcher) {
                guard let suggestion = matcher.attemptMatch(result.transcript) else { continue }
                consider(index, suggestion.confidence, nil, suggestion.parameters.mapValues(Parameter.init(suggested:)))
            }
        }
        guard let best else {
            // The others leave it to us when it looks like ours most.
            let isOthers = result.hypotheses.contains { $0.app != app && $0.confidence >= Confidence.likely }
            return isOthers && !result.isLikely(of: app) ? .otherApp : .notUnderstood
        }
        let first = result.hypotheses.first
        for other in result.hypotheses where other.app != app && other.confidence >= best.command.confidence {
            // Of two apps as sure, the first in the list, as the other app sees it too.
            if other.confidence > best.command.confidence || first?.app != app { return .otherApp }
        }
        return .invoke(best.command)
    }
}

extension Parameter {
    /// A value that a matcher suggests, in words of its own.
    init(suggested value: Value) {
        self.init(value: value, words: "\(value)", type: value.number == nil ? "String" : "Number")
    }
}
