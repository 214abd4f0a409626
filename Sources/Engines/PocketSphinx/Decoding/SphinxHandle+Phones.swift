import CSaybusPocketSphinx

extension SphinxHandle {
    /// The name of the search for phones alone.
    private static let phoneSearch = "phones"
    /// The weight of a phone in the search for phones alone. The penalty is smaller than beside words, so that phones
    /// fit as well as they can.
    private static let freePhoneWeight: Int32 = -60 << 10

    /// Returns the hypothesis of phones in any order for the scores of an utterance.
    func phones(in scores: SenoneScores) throws(SphinxError) -> SphinxHypothesis {
        if !hasPhones { try addPhones() }
        try select(Self.phoneSearch)
        let result = Result { () throws(SphinxError) in
            try process(scores)
            return hypothesis()
        }
        try select(Self.grammarSearch)
        return try result.get()
    }

    /// Adds the search for phones, and those phones to the dictionary that a grammar with open words has not added.
    private func addPhones() throws(SphinxError) {
        let phones = Pronunciation.phoneSet.sorted()
        let names = phones.map(SphinxGrammar.phoneWord)
        for (name, phone) in zip(names, phones) where !hasWord(name) { try add(name, phone) }
        guard let model = fsg_model_init(Self.phoneSearch, ps_get_logmath(decoder), 1, 2) else {
            throw SphinxError(.refused, "pocketsphinx has no memory for a loop of phones: stop other programs")
        }
        defer { fsg_model_free(model) }
        (model.pointee.start_state, model.pointee.final_state) = (0, 1)
        try Self.setWords(names, of: model)
        for from: Int32 in 0...1 {
            for word in names.indices { fsg_model_trans_add(model, from, 1, Self.freePhoneWeight, Int32(word)) }
        }
        guard ps_set_fsg(decoder, Self.phoneSearch, model) == 0 else {
            throw SphinxError(.refused, "pocketsphinx refused a loop of phones: install libpocketsphinx3 again")
        }
        hasPhones = true
    }

    func select(_ search: String) throws(SphinxError) {
        guard ps_set_search(decoder, search) == 0 else {
            throw SphinxError(.refused, "pocketsphinx has no search for the \(search): start again")
        }
    }
}
