import Foundation

/// The text of a transcription.
package struct WhisperText: Sendable, Equatable {
    /// The text as the model writes it, with capital letters and punctuation.
    package var text = ""
    /// The geometric mean of the tokens' probabilities; 0 without tokens.
    package var confidence = 0.0
    /// The probability that there is no speech.
    package var noSpeech = 0.0

    /// Whether words of a later part of the sound are left out.
    package var isCut = false
    /// The time that the model took for it, without later searches of the decoder.
    package var time = Duration.zero
    /// The likeliest sentences of those that were asked for, the likeliest first, and none when nobody is likely to
    /// have said one; nil when none was sought, or time was too short.
    package var sentences: [SentenceHypothesis]?
    /// The score without the prompt of the likeliest sentence, or of the text when no sentence was sought; nil when the
    /// model is sure of the text or has made it up, when there is no prompt, and when time was too short.
    package var unprompted: UnpromptedScore?

    /// Adds up the tokens of a transcription.
    init(tokens: [(text: [UInt8], probability: Double)], noSpeech: Double) {
        self.noSpeech = noSpeech
        guard !tokens.isEmpty else { return }
        // A character may be spread over several tokens.
        text = String(decoding: tokens.flatMap(\.text), as: UTF8.self)
        let probabilities = tokens.map { min(1, max(1e-6, $0.probability)) }
        confidence = exp(probabilities.reduce(0) { $0 + log($1) } / Double(tokens.count))
    }
}
