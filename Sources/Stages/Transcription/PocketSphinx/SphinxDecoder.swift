import CSaybusPocketSphinx
import SaybusPocketSphinx
import SaybusSupport

/// A decoder of the pocketsphinx library. Only this actor and its handle call the library.
///
/// One handle of the library is not thread-safe and calls may take long, so the actor has its own dispatch queue.
actor SphinxDecoder {
    private let executor = SerialQueueExecutor(label: "saybus.pocketsphinx")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let model: SphinxModel
    private let settings: SphinxSettings
    private let search: SphinxSearch
    private var handle: SphinxHandle?
    private var isInUtterance = false
    /// The mean to subtract and the cepstra so far of a streamed utterance; a minute takes 310 kB.
    private var mean: [Float] = []
    private var cepstra: [Float] = []

    /// Creates a decoder, which loads its model in ``load()`` or at first use.
    init(model: SphinxModel, settings: SphinxSettings, search: SphinxSearch) {
        (self.model, self.settings, self.search) = (model, settings, search)
    }

    /// Loads the model and builds the search, once.
    func load() throws { _ = try loaded() }

    /// Begins a streamed utterance; an open one is dropped.
    ///
    /// - Parameter mean: The cepstral mean of speech in this room; nil takes the model's.
    func start(mean: [Float]? = nil) throws {
        let handle = try loaded()
        cancel()
        try handle.startStream()
        isInUtterance = true
        (self.mean, cepstra) = (mean ?? handle.modelMean, [])
    }

    /// Processes a piece of the utterance.
    func process(_ samples: [Int16]) throws {
        guard isInUtterance, let handle else { throw Self.noUtterance }
        guard !samples.isEmpty else { return }
        cepstra += try handle.stream(samples, mean: mean)
    }

    /// Returns the hypothesis so far.
    func partial() -> SphinxHypothesis { handle?.hypothesis() ?? SphinxHypothesis(segments: []) }

    /// Ends the utterance and returns its hypothesis.
    func finish() throws -> SphinxHypothesis {
        guard isInUtterance, let handle else { throw Self.noUtterance }
        cepstra += try handle.endStream(mean: mean)
        isInUtterance = false
        ps_end_utt(handle.decoder)
        return handle.hypothesis()
    }

    /// Returns a mean of speech updated with the last streamed utterance.
    func updated(_ speech: SpeechMean) -> SpeechMean {
        var learned = speech
        learned.learn(cepstra, length: mean.count)
        return learned
    }

    /// Decodes a whole utterance with its own cepstral mean, which is more accurate than streaming.
    ///
    /// - Parameter means: The means to use; nil uses the model's. If the library refuses them, it decodes with
    ///   its previous means.
    func decode(_ sound: SphinxSound, with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try? loaded().adapt(to: means)
        let handle = try loaded()
        cancel()
        try handle.startWhole()
        isInUtterance = true
        try handle.process(sound)
        cancel()
        return sound.timed(handle.hypothesis())
    }

    /// Decodes a whole utterance with ``SenoneScores``, several times as fast as when the library scores all senones.
    ///
    /// If phones stand for some of the words, the result is compared with a phone loop.
    ///
    /// - Parameter means: The means to use; nil uses the model's.
    func decode(
        _ sound: SphinxSound, by model: AcousticModel, with means: GaussianColumns?, weights: StreamWeights
    ) throws -> SphinxHypothesis {
        let handle = try loaded()
        guard let features = UtteranceFeatures(cepstra: sound.cepstra) else { return SphinxHypothesis(segments: []) }
        let scores = SenoneScores(features, model, means: means, weights: weights)
        try handle.process(scores)
        var found = handle.hypothesis()
        if found.isOpen, !found.isDictated {
            found.phoneLoopComparison = OpenProof(of: found, beside: try handle.phones(in: scores))
        }
        return sound.timed(found)
    }

    /// Decodes samples that this decoder's front end processes first.
    func decode(_ samples: [Int16], with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try decode(sound(of: samples), with: means)
    }

    /// Returns an utterance processed by this decoder's front end.
    func sound(of samples: [Int16]) throws -> SphinxSound {
        try loaded().sound(of: samples)
    }

    /// Drops the open utterance, if any.
    func cancel() {
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

    private static let noUtterance = TranscriptionError(.engine, "pocketsphinx has no utterance: begin a new turn")
}
