import CSaybusPocketSphinx

/// The owner of a decoder of the library. Only the actor that created it may use it.
final class SphinxHandle {
    let decoder: OpaquePointer
    /// The cepstral mean for which the model was trained.
    let modelMean: [Float]
    /// Whether the decoder has searched features, after which it must not search scores.
    var hasFeatures = false
    /// Whether the search for phones alone has been added.
    var hasPhones = false
    /// Whether the search for sentences of other words has been added.
    var hasOthers = false
    /// The means in use; nil when they are the model's own.
    var adaptation: AdaptedMeans?

    init(model: SphinxModel, settings: SphinxSettings, search: SphinxSearch) throws(SphinxError) {
        SphinxLog.silenced
        var options = settings.options
        options["-hmm"] = model.acoustics
        if case .language = search {
            options["-dict"] = model.dictionary
            options["-lm"] = model.language
        }
        // The library reads each value by its option's type, and reads garbage from a value set with another type.
        var arguments: [UnsafeMutablePointer<CChar>?] = options.flatMap { [strdup($0.key), strdup($0.value)] }
        defer { arguments.forEach { free($0) } }
        guard let config = cmd_ln_parse_r(nil, ps_args(), Int32(arguments.count), &arguments, 1) else {
            throw SphinxError(.refused, "pocketsphinx does not know its options: install libpocketsphinx3 again")
        }
        defer { cmd_ln_free_r(config) }
        guard let decoder = ps_init(config) else {
            throw SphinxError(
                .refused, "pocketsphinx did not load the model in \(model.acoustics): install pocketsphinx-en-us again")
        }
        self.decoder = decoder
        let mean = ps_get_feat(decoder)?.pointee.cmn_struct?.pointee.cmn_mean
        let length = Int(fe_get_output_size(ps_get_fe(decoder)))
        modelMean = Array(UnsafeBufferPointer(start: mean, count: mean == nil ? 0 : length))
        if case .grammar(let grammar) = search { try setGrammar(grammar) }
    }

    deinit { ps_free(decoder) }

    func hypothesis() -> SphinxHypothesis {
        var segments: [SphinxHypothesis.Segment] = []
        // The library continues the frame numbers from one streamed utterance to the next; the first segment begins
        // with the utterance.
        var offset: Int?
        var next = ps_seg_iter(decoder)
        while let segment = next {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(segment, &first, &last)
            let start = offset ?? Int(first)
            offset = start
            var (acoustic, language, backoff): (Int32, Int32, Int32) = (0, 0, 0)
            let posterior = ps_seg_prob(segment, &acoustic, &language, &backoff)
            // Empty transitions of a grammar are segments too, without frames.
            if let word = ps_seg_word(segment), last >= first {
                segments.append(
                    .init(
                        word: String(cString: word), frames: Int(first) - start...Int(last) - start,
                        score: Int(acoustic),
                        posterior: logmath_exp(ps_get_logmath(decoder), posterior)))
            }
            next = ps_seg_next(segment)
        }
        return SphinxHypothesis(segments: segments)
    }
}
