import CSaybusPocketSphinx

/// One decoder of the library, and the only code that calls it.
///
/// The library is not thread-safe for one handle, and a call may take long: the actor runs on a queue of its own.
package actor SphinxDecoder {
    private let executor = QueueExecutor(label: "saybus.pocketsphinx")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let model: SphinxModel
    private let settings: SphinxSettings
    private let search: SphinxSearch
    private var handle: SphinxHandle?
    private var isInUtterance = false
    /// Of the utterance that comes in pieces: what is subtracted, and the cepstra so far; a minute takes 310 kB.
    private var mean: [Float] = []
    private var cepstra: [Float] = []

    /// The decoder loads its model with ``load()``, or else at first use.
    package init(model: SphinxModel, settings: SphinxSettings, search: SphinxSearch) {
        (self.model, self.settings, self.search) = (model, settings, search)
    }

    /// Reads the model and builds the search; the second time nothing happens.
    package func load() throws { _ = try loaded() }

    /// Begins an utterance that comes in pieces; one that is open is dropped.
    ///
    /// - Parameter mean: The cepstral mean of speech as it sounds here; nil: that of the model.
    package func start(mean: [Float]? = nil) throws {
        let handle = try loaded()
        cancel()
        try handle.startStream()
        isInUtterance = true
        (self.mean, cepstra) = (mean ?? handle.modelMean, [])
    }

    /// Takes a piece of the utterance.
    package func process(_ samples: [Int16]) throws {
        guard isInUtterance, let handle else { throw Self.noUtterance }
        guard !samples.isEmpty else { return }
        cepstra += try handle.stream(samples, mean: mean)
    }

    /// What has been found so far.
    package func partial() -> SphinxHypothesis { handle?.hypothesis() ?? SphinxHypothesis(segments: []) }

    /// Ends the utterance.
    package func finish() throws -> SphinxHypothesis {
        guard isInUtterance, let handle else { throw Self.noUtterance }
        cepstra += try handle.endStream(mean: mean)
        isInUtterance = false
        ps_end_utt(handle.decoder)
        return handle.hypothesis()
    }

    /// Lets the mean of speech learn from the utterance that came last.
    package func teach(_ speech: SpeechMean) -> SpeechMean {
        var learned = speech
        learned.learn(cepstra, length: mean.count)
        return learned
    }

    /// Decodes a whole utterance at once, with the cepstral mean of the whole: better than piece by piece.
    ///
    /// - Parameter means: What to take for the model's means; nil: its own. A library that does not take them decodes with what it has.
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

    /// Decodes a whole utterance by scores that are computed here, several times as fast as those of all senones by the library.
    ///
    /// Where phones stand for some of the words, the result has its proof.
    ///
    /// - Parameter means: What to take for the model's means; nil: its own.
    package func decode(
        _ sound: SphinxSound, by model: AcousticModel, with means: GaussianColumns?, weights: StreamWeights
    ) throws -> SphinxHypothesis {
        let handle = try loaded()
        guard let features = UtteranceFeatures(cepstra: sound.cepstra) else { return SphinxHypothesis(segments: []) }
        let scores = SenoneScores(features, model, means: means, weights: weights)
        try handle.process(scores)
        var found = handle.hypothesis()
        if found.isOpen, !found.isDictated { found.proof = OpenProof(of: found, beside: try handle.phones(in: scores)) }
        return sound.timed(found)
    }

    /// The same with sound that this decoder takes in itself.
    package func decode(_ samples: [Int16], with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try decode(sound(of: samples), with: means)
    }

    /// An utterance as this decoder takes it in.
    package func sound(of samples: [Int16]) throws -> SphinxSound {
        try loaded().sound(of: samples)
    }

    /// Drops the utterance; nothing happens without one.
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
