import CSaybusPocketSphinx
import Foundation
import SaybusPocketSphinx

extension SphinxHandle {
    /// The name of the grammar search.
    static let grammarSearch = "grammar"

    /// Returns the dictionary word of a phone, for parameters that take any words.
    static func phoneWord(_ phone: String) -> String { WordAutomaton.anyWord + phone }

    /// The cost of a phone in an open parameter. Without it, phones would fit every sound better than words do.
    /// By measurement, 200 to 300 times 2¹⁰ (the library's `SENSCR_SHIFT`) separates commands from open parameters.
    private static let phoneWeight: Int32 = -250 << 10

    /// Searches for the sentences of a grammar from now on.
    func setGrammar(
        _ automaton: WordAutomaton, _ pronunciations: [String: [Pronunciation]]
    ) throws(TranscriptionError) {
        let phones = Pronunciation.phoneSet.sorted()
        // The dictionary entries of each word, one for each pronunciation.
        let names: [[(name: String, phones: String)]] = automaton.words.map { word in
            if word == WordAutomaton.anyWord { return phones.map { (name: Self.phoneWord($0), phones: $0) } }
            return (pronunciations[word] ?? []).enumerated().map { index, way in
                (name: index == 0 ? word : "\(word)(\(index + 1))", phones: way.phones.joined(separator: " "))
            }
        }
        for (name, phones) in names.joined() { try add(name, phones) }
        // The library needs a single final state, which empty transitions reach. Extra states divide long lists of
        // transitions.
        let final = Int32(automaton.arcs.count)
        let extraStates = automaton.arcs.map { ($0.count - 1) / Self.maximumArcs }
        let states = final + 1 + Int32(extraStates.reduce(0, +))
        guard let model = fsg_model_init(Self.grammarSearch, ps_get_logmath(decoder), 1, states) else {
            throw TranscriptionError(.engine, "pocketsphinx has no memory for the grammar: shorten it")
        }
        defer { fsg_model_free(model) }
        model.pointee.start_state = 0
        model.pointee.final_state = final
        try Self.setWords(names.joined().map(\.name), of: model)
        var nextWord: Int32 = 0
        let wordIDs = names.map { names in
            defer { nextWord += Int32(names.count) }
            return nextWord..<nextWord + Int32(names.count)
        }
        var nextState = final + 1
        for (state, arcs) in automaton.arcs.enumerated() {
            var from = Int32(state)
            for (place, arc) in arcs.enumerated() {
                if place > 0, place.isMultiple(of: Self.maximumArcs) {
                    from = nextState
                    nextState += 1
                    fsg_model_null_trans_add(model, Int32(state), from, 0)
                }
                let isAny = automaton.words[arc.word] == WordAutomaton.anyWord
                let weight = isAny ? Self.phoneWeight : 0
                for word in wordIDs[arc.word] { fsg_model_trans_add(model, from, Int32(arc.to), weight, word) }
            }
            if automaton.finals.contains(state) { fsg_model_null_trans_add(model, Int32(state), final, 0) }
        }
        guard ps_set_fsg(decoder, Self.grammarSearch, model) == 0, ps_set_search(decoder, Self.grammarSearch) == 0
        else {
            throw TranscriptionError(.engine, "pocketsphinx refused the grammar of \(automaton.words.count) words")
        }
    }

    /// The maximum number of arcs that leave a state. For each new transition, the library scans all transitions
    /// between the same two states.
    private static let maximumArcs = 256

    /// Sets a grammar's words at once. If they were added singly, the library would scan all words for each.
    static func setWords(
        _ words: [String], of model: UnsafeMutablePointer<fsg_model_t>
    ) throws(TranscriptionError) {
        // The library frees this memory like its own, so it comes from `realloc` and `strdup`.
        let size = max(1, words.count) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
        guard
            let list = realloc(model.pointee.vocab, size)?.assumingMemoryBound(
                to: UnsafeMutablePointer<CChar>?.self)
        else {
            throw TranscriptionError(.engine, "pocketsphinx has no memory for \(words.count) words: shorten the lists")
        }
        for (index, word) in words.enumerated() { list[index] = strdup(word) }
        model.pointee.vocab = list
        (model.pointee.n_word, model.pointee.n_word_alloc) = (Int32(words.count), Int32(words.count))
    }

    private func add(_ word: String, _ phones: String) throws(TranscriptionError) {
        guard ps_add_word(decoder, word, phones, 0) >= 0 else {
            throw TranscriptionError(.engine, "pocketsphinx refused the word \(word) (\(phones))")
        }
    }
}
