import CSaybusPocketSphinx
import Foundation

extension SphinxHandle {
    /// The name of the search for the sentences of a grammar.
    static let grammarSearch = "grammar"

    /// The weight, a penalty, of a phone that stands for any word. Without it, phones would fit every sound better
    /// than words do. Measured: a penalty of 200 to 300 times 2¹⁰ (the library's `SENSCR_SHIFT`) separates the words
    /// of commands from parameters that take any words.
    private static let phoneWeight: Int32 = -250 << 10

    /// Sets the grammar of the search.
    func setGrammar(_ grammar: SphinxGrammar) throws(SphinxError) {
        try addWords(of: grammar)
        for word in WordsAround.all.words { try add(word.name, word.phones) }
        try setSearch(Self.grammarSearch, for: grammar, around: .ofSearch)
    }

    /// Adds the words of a grammar to the dictionary.
    func addWords(of grammar: SphinxGrammar) throws(SphinxError) {
        for (name, phones) in Self.names(of: grammar).joined() { try add(name, phones) }
    }

    /// Adds or replaces a search for the sentences of a grammar, whose words are in the dictionary, and selects it.
    /// - Parameters:
    ///   - search: The name of the search.
    ///   - grammar: The grammar.
    ///   - around: The words, which are in the dictionary, too, that may be said around a sentence and within it.
    func setSearch(
        _ search: String, for grammar: SphinxGrammar, around: WordsAround = .none
    ) throws(SphinxError) {
        let names = Self.names(of: grammar)
        // The library needs one final state, to which empty transitions lead. Additional states take the arcs
        // beyond ``maximumMoves`` of a state.
        let final = Int32(grammar.arcs.count)
        // The state after a sentence, with the trailing words.
        let end = final + 1
        // The state before a sentence, with the leading words.
        let begin = end + 1
        let shares = grammar.arcs.map { ($0.count - 1) / Self.maximumMoves }
        let states = begin + 1 + Int32(shares.reduce(0, +))
        guard let model = fsg_model_init(search, ps_get_logmath(decoder), 1, states) else {
            throw SphinxError(.refused, "pocketsphinx has no memory for the grammar: shorten it")
        }
        defer { fsg_model_free(model) }
        model.pointee.start_state = around.leading.isEmpty ? 0 : begin
        model.pointee.final_state = final
        let others = around.words.map(\.name)
        try Self.setWords(names.joined().map(\.name) + others, of: model)
        let wordIDs = Self.ids(of: names)
        let otherIDs = Dictionary(uniqueKeysWithValues: zip(others, (wordIDs.last?.upperBound ?? 0)...))
        func addLoops(of words: [WordsAround.Word], at state: Int32) {
            for word in words {
                if let id = otherIDs[word.name] { fsg_model_trans_add(model, state, state, word.weight, id) }
            }
        }
        addLoops(of: around.leading, at: begin)
        fsg_model_null_trans_add(model, begin, 0, 0)
        addLoops(of: around.trailing, at: end)
        fsg_model_null_trans_add(model, end, final, 0)
        let afterAny = Self.statesAfterAnyWord(of: grammar)
        // The library's weights have `SENSCR_SHIFT` more bits than its scores.
        let wordWeight = Int32(grammar.wordWeight) << 10
        var nextState = begin + 1
        for (state, arcs) in grammar.arcs.enumerated() {
            var from = Int32(state)
            for (place, arc) in arcs.enumerated() {
                if place > 0, place.isMultiple(of: Self.maximumMoves) {
                    from = nextState
                    nextState += 1
                    fsg_model_null_trans_add(model, Int32(state), from, 0)
                }
                let weight = if case .any = grammar.words[arc.word] { Self.phoneWeight } else { wordWeight }
                for word in wordIDs[arc.word] { fsg_model_trans_add(model, from, Int32(arc.to), weight, word) }
            }
            if arcs.count >= Hesitation.minimumChoices { addLoops(of: around.hesitations, at: Int32(state)) }
            guard grammar.finals.contains(state) else { continue }
            fsg_model_null_trans_add(model, Int32(state), final, 0)
            // Any words include the trailing ones.
            if !afterAny.contains(state) { fsg_model_null_trans_add(model, Int32(state), end, 0) }
        }
        guard ps_set_fsg(decoder, search, model) == 0, ps_set_search(decoder, search) == 0 else {
            throw SphinxError(.refused, "pocketsphinx refused the grammar of \(grammar.words.count) words")
        }
    }

    /// Returns the numbers that the names of each word of a grammar have in the library's list of words.
    private static func ids(of names: [[(name: String, phones: String)]]) -> [Range<Int32>] {
        var next: Int32 = 0
        return names.map { names in
            defer { next += Int32(names.count) }
            return next..<next + Int32(names.count)
        }
    }

    /// Returns the states to which any word leads.
    private static func statesAfterAnyWord(of grammar: SphinxGrammar) -> Set<Int> {
        let states = grammar.arcs.joined().compactMap { arc -> Int? in
            if case .any = grammar.words[arc.word] { arc.to } else { nil }
        }
        return Set(states)
    }

    /// Returns the dictionary's names of each word of a grammar, one for each pronunciation.
    private static func names(of grammar: SphinxGrammar) -> [[(name: String, phones: String)]] {
        let phones = Pronunciation.phoneSet.sorted()
        return grammar.words.map { word in
            switch word {
            case .any: phones.map { (name: SphinxGrammar.phoneWord($0), phones: $0) }
            case .spoken(let word, let pronunciations):
                pronunciations.enumerated().map { index, way in
                    (name: index == 0 ? word : "\(word)(\(index + 1))", phones: way.phones.joined(separator: " "))
                }
            }
        }
    }

    /// The most arcs from one state. For each new arc, the library searches all arcs between the same two states.
    private static let maximumMoves = 256

    /// Sets the words of a grammar, each once. If they were added one by one, the library would search all words for
    /// each.
    static func setWords(
        _ words: [String], of model: UnsafeMutablePointer<fsg_model_t>
    ) throws(SphinxError) {
        // Allocated with `realloc` and `strdup`, because the library frees them.
        let size = max(1, words.count) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
        guard
            let list = realloc(model.pointee.vocab, size)?.assumingMemoryBound(
                to: UnsafeMutablePointer<CChar>?.self)
        else {
            throw SphinxError(.refused, "pocketsphinx has no memory for \(words.count) words: shorten the lists")
        }
        for (index, word) in words.enumerated() { list[index] = strdup(word) }
        model.pointee.vocab = list
        (model.pointee.n_word, model.pointee.n_word_alloc) = (Int32(words.count), Int32(words.count))
    }

    /// Returns whether the dictionary has a word.
    func hasWord(_ name: String) -> Bool {
        guard let phones = ps_lookup_word(decoder, name) else { return false }
        free(phones)
        return true
    }

    /// Adds a word to the dictionary.
    func add(_ word: String, _ phones: String) throws(SphinxError) {
        guard ps_add_word(decoder, word, phones, 0) >= 0 else {
            throw SphinxError(.refused, "pocketsphinx refused the word \(word) (\(phones))")
        }
    }
}
