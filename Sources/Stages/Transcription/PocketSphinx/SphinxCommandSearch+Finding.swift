import SaybusPocketSphinx

extension SphinxCommandSearch {
    /// The outcome of searching a whole turn.
    struct Finding: Sendable {
        /// The probability of something else below which a result is clear.
        private static let maximumDoubt = 0.2

        /// The hypothesis, with the times of the padded sound.
        var hypothesis: SphinxHypothesis
        /// The confidence, 0…1.
        var confidence: Double
        /// The hypothesis with the language model's words in place of phones, and with the times of the turn; nil when
        /// phones remain.
        var filled: SphinxHypothesis?
        /// The quick search's hypothesis when a careful search followed; else nil.
        var quickHypothesis: SphinxHypothesis?
        /// The padded sound of the turn as the front end delivered it.
        let sound: SphinxSound
        /// Whether the turn's sound has almost no noise.
        let isQuiet: Bool
        /// The adaptation with which the sound was searched; nil for the model's own means.
        let means: AdaptedMeans?
        /// The scores of the sound's senones, about 1 MB a second, until the turn is searched; nil when only the
        /// library computed them.
        var scores: SenoneScores?
        /// The most likely sentence that differs in one word and in what it means, and its probability, 0…1.
        var competitor: (hypothesis: SphinxHypothesis, probability: Double)?
        /// The probability that words were said which no command has, or only its beginning, 0…1.
        var decoyProbability = 0.0

        /// Whether nothing else is likely, so that the voice can be learnt from the words.
        var isClear: Bool {
            max(competitor?.probability ?? 0, decoyProbability) < Self.maximumDoubt
        }
    }
}
