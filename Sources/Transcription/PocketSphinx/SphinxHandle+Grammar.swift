import CPocketSphinx
import PocketSphinx

extension SphinxHandle {
    /// A phone said as a word, for parameters that take any words.
    static func phoneWord(_ phone: String) -> String { WordAutomaton.anyWord + phone }

    /// What a phone of any word costs, lest phones fit every sound better than words do: measured, 200 to 300 times
    /// 2¹⁰ (the library's `SENSCR_SHIFT`) keeps commands apart from parameters of any words.
    private static let phoneWeight: Int32 = -250 << 10

    /// Looks for the sentences of a grammar from now on.
    func setGrammar(
        _ automaton: WordAutomaton, _ pronunciations: [String: [Pronunciation]]
    ) throws(TranscriptionError) {
        let phones = Pronunciation.phoneSet.sorted()
        for word in automaton.words {
            if word == WordAutomaton.anyWord {
                for phone in phones { try add(Self.phoneWord(phone), phone) }
            }
            for (index, pronunciation) in (pronunciations[word] ?? []).enumerated() {
                try add(index == 0 ? word : "\(word)(\(index + 1))", pronunciation.phones.joined(separator: " "))
            }
        }
        // The library wants one final state: it comes last, and empty moves lead to it.
        let final = Int32(automaton.arcs.count)
        guard let model = fsg_model_init("grammar", ps_get_logmath(decoder), 1, final + 1) else {
            throw TranscriptionError(.engine, "pocketsphinx has no memory for the grammar: shorten it")
        }
        defer { fsg_model_free(model) }
        model.pointee.start_state = 0
        model.pointee.final_state = final
        let wordIDs = automaton.words.map { word in
            word == WordAutomaton.anyWord
                ? phones.map { fsg_model_word_add(model, Self.phoneWord($0)) } : [fsg_model_word_add(model, word)]
        }
        for (state, arcs) in automaton.arcs.enumerated() {
            for arc in arcs {
                let isAny = automaton.words[arc.word] == WordAutomaton.anyWord
                let weight = isAny ? Self.phoneWeight : 0
                for word in wordIDs[arc.word] { fsg_model_trans_add(model, Int32(state), Int32(arc.to), weight, word) }
            }
            if automaton.finals.contains(state) { fsg_model_null_trans_add(model, Int32(state), final, 0) }
        }
        guard ps_set_fsg(decoder, "grammar", model) == 0, ps_set_search(decoder, "grammar") == 0 else {
            throw TranscriptionError(.engine, "pocketsphinx refused the grammar of \(automaton.words.count) words")
        }
    }

    private func add(_ word: String, _ phones: String) throws(TranscriptionError) {
        guard ps_add_word(decoder, word, phones, 0) >= 0 else {
            throw TranscriptionError(.engine, "pocketsphinx refused the word \(word) (\(phones))")
        }
    }
}
