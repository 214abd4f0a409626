import CPocketSphinx
import Enhancement
import PocketSphinx

/// One decoder of the library, and the only code that calls it.
///
/// The library is not thread-safe for one handle, and a call may take long: the actor runs on a queue of its own.
actor SphinxDecoder {
    private let executor = QueueExecutor(label: "saybus.pocketsphinx")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let model: SphinxModel
    private let settings: SphinxSettings
    private let search: SphinxSearch
    private var handle: SphinxHandle?
    private var isInUtterance = false

    /// The decoder loads its model with ``load()``, or else at first use.
    init(model: SphinxModel, settings: SphinxSettings, search: SphinxSearch) {
        (self.model, self.settings, self.search) = (model, settings, search)
    }

    /// Reads the model and builds the search; the second time nothing happens.
    func load() throws { _ = try loaded() }

    /// Begins an utterance; one that is open is dropped.
    func start() throws {
        let handle = try loaded()
        cancel()
        guard ps_start_utt(handle.decoder) == 0 else { throw Self.failure("did not start an utterance") }
        isInUtterance = true
    }

    /// Takes a piece of the utterance.
    func process(_ samples: [Int16]) throws {
        guard isInUtterance, let handle else { throw Self.failure("has no utterance") }
        guard !samples.isEmpty else { return }
        guard ps_process_raw(handle.decoder, samples, samples.count, 0, 0) >= 0 else {
            throw Self.failure("did not take \(samples.count) samples")
        }
    }

    /// What has been found so far.
    func partial() -> SphinxHypothesis { handle?.hypothesis() ?? SphinxHypothesis(segments: []) }

    /// Ends the utterance.
    func finish() throws -> SphinxHypothesis {
        guard isInUtterance, let handle else { throw Self.failure("has no utterance") }
        isInUtterance = false
        ps_end_utt(handle.decoder)
        return handle.hypothesis()
    }

    /// Decodes a whole utterance at once, with the cepstral mean of the whole: better than piece by piece.
    ///
    /// - Parameter means: What to take for the model's means; nil: its own. A library that does not take them decodes with what it has.
    func decode(_ sound: SphinxSound, with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try? loaded().adapt(to: means)
        try start()
        guard let handle else { return SphinxHypothesis(segments: []) }
        try handle.process(sound)
        return sound.timed(try finish())
    }

    /// The same with sound that this decoder takes in itself.
    func decode(_ samples: [Int16], with means: AdaptedMeans? = nil) throws -> SphinxHypothesis {
        try decode(sound(of: samples), with: means)
    }

    /// An utterance as this decoder takes it in.
    func sound(of samples: [Int16]) throws -> SphinxSound {
        try loaded().sound(of: settings.isEnhanced ? SpeechEnhancer().enhance(samples) : samples)
    }

    /// Drops the utterance; nothing happens without one.
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

    private static func failure(_ what: String) -> TranscriptionError {
        TranscriptionError(.engine, "pocketsphinx \(what): begin a new turn; if that fails too, start again")
    }
}
