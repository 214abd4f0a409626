import CSaybusPocketSphinx

/// The owner of a decoder of the library that separates a phrase from other speech. Only the actor that created it
/// may use it.
final class KeywordDecoder {
    /// A word, a phone or silence, and its frames.
    struct Segment {
        /// The word without the number of its pronunciation; phones begin with an asterisk.
        let word: String
        /// The frames, counted from the first that was searched.
        let frames: ClosedRange<Int>
        /// The acoustic score, the sum over the frames, in the library's units: 0 is best.
        let score: Int

        /// Whether it is silence, breath or noise.
        var isFiller: Bool { word.first.map("<[+".contains) ?? false }
    }

    let pointer: OpaquePointer

    init(
        _ words: [String], _ ways: [String: [Pronunciation]], sensitivity: Int, model: SphinxModel
    ) throws(SphinxError) {
        SphinxLog.silenced
        guard let config = cmd_ln_parse_r(nil, ps_args(), 0, nil, 0) else {
            throw SphinxError(.refused, "pocketsphinx has no options: install libpocketsphinx3 again")
        }
        defer { cmd_ln_free_r(config) }
        cmd_ln_set_str_r(config, "-hmm", model.acoustics)
        // With silence kept, the library takes the mean of the silence for the speaker's mean, and the search takes
        // soft speech for silence. Then 21 of 60 phrases were found, instead of 53.
        cmd_ln_set_int_r(config, "-remove_silence", 1)
        cmd_ln_set_int_r(config, "-bestpath", 0)
        cmd_ln_set_str_r(config, "-cmn", "live")
        for (option, value) in [("-lw", 3), ("-beam", 1e-80), ("-pbeam", 1e-80), ("-wbeam", 1e-60)] {
            cmd_ln_set_float_r(config, option, value)
        }
        guard let pointer = ps_init(config) else {
            throw SphinxError(
                .refused, "pocketsphinx did not load the model in \(model.acoustics): install pocketsphinx-en-us again")
        }
        self.pointer = pointer
        for (word, pronunciations) in ways {
            for (index, way) in pronunciations.enumerated() {
                try add(index == 0 ? word : "\(word)(\(index + 1))", way.phones.joined(separator: " "))
            }
        }
        for phone in Pronunciation.phoneSet { try add(Self.name(phone), phone) }
        try setGrammar(words, weight: -Int32(max(0, min(1000, sensitivity))) << 10)
    }

    deinit { ps_free(pointer) }

    /// Returns the current hypothesis.
    func segments() -> [Segment] {
        var segments: [Segment] = []
        var offset: Int?
        var next = ps_seg_iter(pointer)
        while let segment = next {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(segment, &first, &last)
            // Frame numbers continue from one utterance to the next.
            let start = offset ?? Int(first)
            offset = start
            // Empty transitions of a grammar have no frames.
            if let word = ps_seg_word(segment).map({ String(cString: $0) }), word != "(NULL)", last >= first {
                let name = word.hasSuffix(")") ? String(word.prefix { $0 != "(" }) : word
                var (score, language, backoff): (Int32, Int32, Int32) = (0, 0, 0)
                ps_seg_prob(segment, &score, &language, &backoff)
                segments.append(
                    Segment(word: name, frames: Int(first) - start...Int(last) - start, score: Int(score)))
            }
            next = ps_seg_next(segment)
        }
        return segments
    }

    /// Sets the grammar: any phones, optionally the words, any phones.
    private func setGrammar(_ words: [String], weight: Int32) throws(SphinxError) {
        let (after, final) = (Int32(words.count), Int32(words.count + 1))
        guard let grammar = fsg_model_init("wake", ps_get_logmath(pointer), 1, final + 1) else {
            throw SphinxError(.refused, "pocketsphinx has no memory for the wake word")
        }
        defer { fsg_model_free(grammar) }
        (grammar.pointee.start_state, grammar.pointee.final_state) = (0, final)
        for (index, word) in words.enumerated() {
            fsg_model_trans_add(grammar, Int32(index), Int32(index + 1), 0, fsg_model_word_add(grammar, word))
        }
        for phone in Pronunciation.phoneSet {
            let id = fsg_model_word_add(grammar, Self.name(phone))
            for state in [0, after] { fsg_model_trans_add(grammar, state, state, weight, id) }
        }
        for state in [0, after] { fsg_model_null_trans_add(grammar, state, final, 0) }
        guard ps_set_fsg(pointer, "wake", grammar) == 0, ps_set_search(pointer, "wake") == 0 else {
            throw SphinxError(.refused, "pocketsphinx refused the phrase \"\(words.joined(separator: " "))\"")
        }
    }

    private func add(_ word: String, _ phones: String) throws(SphinxError) {
        guard ps_add_word(pointer, word, phones, 0) >= 0 else {
            throw SphinxError(.refused, "pocketsphinx refused the word \"\(word)\" (\(phones))")
        }
    }

    private static func name(_ phone: String) -> String { "*" + phone }
}
