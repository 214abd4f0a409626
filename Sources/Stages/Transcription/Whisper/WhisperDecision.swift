import SaybusMessages
import SaybusPhrases
import SaybusWhisper

/// The decision between the text that Whisper has written freely and the sentences of the commands. Pure.
struct WhisperDecision {
    /// The probability of no speech above which a text counts as made up.
    private static let maximumNoSpeech = 0.8
    /// The confidence below which a text or sentence counts as made up.
    private static let minimumConfidence = 0.25

    /// The least part of the freely written words that a sentence has.
    private static let minimumLength = 0.5

    private let commands: WhisperCommands?
    private let transcript: ExternalTurn
    private let engine: String

    /// Creates a decision for a turn.
    /// - Parameter commands: The sentences of the commands; nil for free dictation.
    init(_ commands: WhisperCommands?, _ transcript: ExternalTurn, engine: String) {
        (self.commands, self.transcript, self.engine) = (commands, transcript, engine)
    }

    /// Returns whether the model has made up a text, as it does for silence and noise.
    static func isMadeUp(_ text: WhisperText) -> Bool {
        text.noSpeech >= maximumNoSpeech || text.confidence < minimumConfidence
    }

    /// Returns whether the model is sure enough of a text that a sentence beside it can count.
    static func acceptsSentences(beside text: WhisperText) -> Bool {
        text.noSpeech < maximumNoSpeech
            && WhisperConfidence.trust(inSentencesBeside: text.confidence) >= minimumConfidence
    }

    /// Returns the result of the turn.
    func result(of text: WhisperText) -> RecognitionResult {
        let free = Self.isMadeUp(text) ? transcript.result(engine: engine) : result(text.text, text.confidence)
        guard text.noSpeech < Self.maximumNoSpeech, let commands else { return calibrated(free) }
        // Neither of two commands is what was said. A single one would be carried out, and the other one lost in
        // silence.
        guard !commands.matcher.areTwoSentences(Words.normalize(text.text)) else { return calibrated(free) }
        let unprompted = WhisperConfidence.trust(inScoreWithoutPrompt: text.unprompted)
        let trust = WhisperConfidence.trust(inSentencesBeside: text.confidence) * unprompted
        // The score is that of the likeliest sentence, if one was found, and not that of the free text.
        let near = near(
            free, listed: trust, open: text.sentences == nil ? unprompted : 1, commands.matcher)
        guard let sentences = text.sentences else { return near }
        guard let best = likeliest(sentences, trust, beside: text, commands.matcher) else {
            guard near.text != free.text, !near.text.isEmpty, !commands.matcher.isListed(near.text) else {
                return calibrated(free)
            }
            // But for a few words around it, the free text is a sentence with an open parameter.
            var open = near
            open.confidence *= trust
            return open
        }
        // Of open words, those that the model has written freely may be the surer ones.
        let areOpen = sentences[0].openWords > 0 && !commands.matcher.isListed(near.text)
        return areOpen && near.text != free.text && near.confidence > best.confidence ? near : best
    }

    /// Returns the free text, or the sentence that it is close to.
    /// - Parameters:
    ///   - trust: The factor of the confidence in a listed sentence.
    ///   - openTrust: That of the confidence in others.
    private func near(
        _ free: RecognitionResult, listed trust: Double, open openTrust: Double, _ matcher: SentenceMatcher
    ) -> RecognitionResult {
        var near = matcher.matched(free, free: WhisperConfidence.calibrated)
        guard matcher.isListed(near.text) else {
            near.confidence *= openTrust
            return near
        }
        near.confidence *= trust
        near.rejectUnlessConfident(Self.minimumConfidence)
        if near.text.isEmpty { near.empty = .unrecognized }
        return near
    }

    /// Returns the likeliest sentence, with the free text as an alternative; nil when it counts as made up.
    private func likeliest(
        _ sentences: [SentenceHypothesis], _ trust: Double, beside text: WhisperText, _ matcher: SentenceMatcher
    ) -> RecognitionResult? {
        guard let best = sentences.first, let likely = WhisperConfidence.ofBest(sentences),
            likely * trust >= Self.minimumConfidence
        else { return nil }
        let freeWords = Words.normalize(text.text)
        // A short answer, such as yes, is not what was said in a long sentence.
        guard Double(best.words.count) >= Self.minimumLength * Double(freeWords.count) else { return nil }
        // The search has no place for a "don't" that no pattern has.
        guard !SentenceMatcher.losesNegation(of: freeWords, in: best.words) else { return nil }
        // Of open words, the model writes numbers in digits.
        var result = result(matcher.spelled(best.words).joined(separator: " "), likely * trust)
        let free = freeWords.joined(separator: " ")
        if !free.isEmpty, free != result.text {
            let other = min(WhisperConfidence.calibrated(text.confidence), result.confidence * 0.9)
            result.alternatives.insert(.init(text: free, confidence: other), at: 0)
        }
        return result
    }

    private func result(_ text: String, _ confidence: Double) -> RecognitionResult {
        var transcript = transcript
        transcript.take(ExternalAnswer(text: text, confidence: confidence))
        return transcript.result(engine: engine)
    }

    private func calibrated(_ free: RecognitionResult) -> RecognitionResult {
        var result = free
        if !free.text.isEmpty { result.confidence = WhisperConfidence.calibrated(free.confidence) }
        return result
    }
}
