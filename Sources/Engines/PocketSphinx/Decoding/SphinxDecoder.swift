import CSaybusPocketSphinx
import SaybusSupport

/// A decoder of the library. It makes all calls of its ``SphinxHandle``.
///
/// The library is not thread-safe for one handle, and a call may take long, so the actor runs on a queue of its own.
package actor SphinxDecoder {
    private let executor = SerialQueueExecutor(label: "saybus.pocketsphinx")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let model: SphinxModel
    private let settings: SphinxSettings
    private let search: SphinxSearch
    private var handle: SphinxHandle?
    private var isInUtterance = false
    /// The mean that is subtracted from the streamed utterance.
    private var mean: [Float] = []
    /// The cepstra of the streamed utterance so far: 310 kB for a minute.
    private var cepstra: [Float] = []

    /// Creates a decoder, which loads its model with ``load()`` or at first use.
    package init(model: SphinxModel, settings: SphinxSettings, search: SphinxSearch) {
        (self.model, self.settings, self.search) = (model, settings, search)
    }

    /// Loads the model and builds the search, unless that is done already.
    package func load() throws { _ = try loaded() }

    /// Frees the model and the search, unless an utterance is open. They are loaded again at next use.
    package func unload() { if !isInUtterance { handle = nil } }

    /// Begins a streamed utterance; an open one is dropped.
    /// - Parameter mean: The cepstral mean of speech under the current conditions; nil takes the model's.
    package func start(mean: [Float]? = nil) throws {
        let handle = try loaded()
        cancel()
        try handle.startStream()
        isInUtterance = true
        (self.mean, cepstra) = (mean ?? handle.modelMean, [])
    }

    /// Decodes the next samples of the utterance.
    package func process(_ samples: [Int16]) throws {
        guard isInUtterance, let handle else { throw Self.noUtterance }
        guard !samples.isEmpty else { return }
        cepstra += try handle.stream(samples, mean: mean)
    }

    /// Returns the hypothesis so far.
    package func partial() -> SphinxHypothesis { handle?.hypothesis() ?? SphinxHypothesis(segments: []) }

    /// Ends the utterance, and returns its hypothesis.
    package func finish() throws -> SphinxHypothesis {
        guard isInUtterance, let handle else { throw Self.noUtterance }
        cepstra += try handle.endStream(mean: mean)
        isInUtterance = false
        ps_end_utt(handle.decoder)
        return handle.hypothesis()
    }

    /// Returns the mean of speech updated by the last streamed utterance.
    package func updated(_ speech: SpeechMean) -> SpeechMean {
        var learned = speech
        learned.learn(cepstra, length: mean.count)
        return learned
    }

    /// Decodes a whole utterance with its own cepstral mean, which gives better results than a stream.
    /// - Parameter means: The means of the Gaussians; nil takes the model's. When the library refuses them, it decodes
    ///   with its current ones.
    package func decode(_ sound: SphinxSound, with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try? loaded().adapt(to: means)
        let handle = try loaded()
        cancel()
        try handle.startWhole()
        isInUtterance = true
        try handle.process(sound)
        cancel()
        return sound.timed(handle.hypothesis())
    }

    /// Scores the senones of a whole utterance, several times as fast as the library scores them all.
    /// - Parameter means: The means of the Gaussians; nil takes the model's.
    /// - Returns: The scores for searches of this decoder; nil for an utterance without frames.
    package func scores(
        of sound: SphinxSound, by model: AcousticModel, with means: GaussianColumns?, weights: StreamWeights
    ) -> SenoneScores? {
        UtteranceFeatures(cepstra: sound.cepstra).map { SenoneScores($0, model, means: means, weights: weights) }
    }

    /// Decodes a whole utterance with its senone scores.
    ///
    /// A result in which phones stand for some but not all words gets a ``PhoneLoopComparison``.
    package func decode(_ sound: SphinxSound, by scores: SenoneScores) throws -> SphinxHypothesis {
        let handle = try loaded()
        try handle.process(scores)
        var found = handle.hypothesis()
        if found.isOpen, !found.isDictated {
            found.phoneLoopComparison = PhoneLoopComparison(of: found, beside: try handle.phones(in: scores))
        }
        return sound.timed(found)
    }

    /// Returns the sentence of a grammar that fits a whole utterance best; without words when none fits.
    ///
    /// All words must be in the decoder's own grammar, with the same pronunciations. The scores of several results for
    /// the same sound compare with each other.
    package func bestSentence(
        of grammar: SphinxGrammar, in sound: SphinxSound, by scores: SenoneScores
    ) throws -> SphinxHypothesis {
        sound.timed(try loaded().best(of: grammar, in: scores))
    }

    /// Returns a sentence with the words of courtesy, objection and correction before and after it, as fillers; without
    /// words when the sentence does not fit.
    /// - Parameter sentence: A grammar of one sentence, whose words are in the decoder's own grammar.
    package func surroundings(
        of sentence: SphinxGrammar, in sound: SphinxSound, by scores: SenoneScores
    ) throws -> SphinxHypothesis {
        sound.timed(try loaded().best(of: sentence, around: .besideSentence, in: scores))
    }

    /// Returns the phones, in any order, that fit a whole utterance best. The score compares with those of
    /// ``bestSentence(of:in:by:)``.
    package func phones(in sound: SphinxSound, by scores: SenoneScores) throws -> SphinxHypothesis {
        sound.timed(try loaded().phones(in: scores))
    }

    /// Adds a grammar of words that are not in the decoder's own one, for ``bestOther(in:by:)``.
    package func add(others grammar: SphinxGrammar) throws { try loaded().add(others: grammar) }

    /// Returns the sentence of the grammar of ``add(others:)`` that fits a whole utterance best; without words when
    /// none fits. Its score compares with those of ``bestSentence(of:in:by:)``.
    package func bestOther(in sound: SphinxSound, by scores: SenoneScores) throws -> SphinxHypothesis {
        sound.timed(try loaded().bestOther(in: scores))
    }

    /// Decodes a whole utterance from its samples.
    package func decode(_ samples: [Int16], with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try decode(sound(of: samples), with: means)
    }

    /// Returns the features of an utterance.
    package func sound(of samples: [Int16]) throws -> SphinxSound {
        try loaded().sound(of: samples)
    }

    /// Drops the open utterance, if there is one.
    package func cancel() {
        guard isInUtterance, let handle else { return }
        isInUtterance = false
        ps_end_utt(handle.decoder)
    }

    private func loaded() throws -> SphinxHandle {
        if let handle { return handle }
        let made = try SphinxHandle(model: model, settings: settings, search: search)
        handle = made
        return made
    }

    private static let noUtterance = SphinxError(.refused, "pocketsphinx has no utterance: begin a new turn")
}
