/// The meaning of an answer that begins with yes or no.
extension AnswerText {
    /// Returns the agreement of an answer whose first word agrees or disagrees. It counts unless something after it
    /// objects: `yes, but`, `yes, don't`, `yes, stop`. `Yes, never mind` calls the question off, and `yes, cancel them
    /// all` agrees. `Yes, at seven` is no answer to `A taxi at six?`, and `no idea` is none to any question.
    /// - Parameter question: The words of the question. What they have is no objection: `yes, stop it` agrees to
    ///   `Shall I stop it?`
    public func agreement(to question: String = "") -> AnswerValue<Bool> {
        let asked = Set(Words.tokenize(question).map(\.key))
        // "Don't worry" is no objection, unless the question is about worries.
        let neutral = vocabulary.neutral.filter { phrase in phrase.last.map { !asked.contains($0) } ?? false }
        let words = Self.removing(neutral, from: tokens.map(\.key)).filter { !$0.isEmpty }
        let spoken = words.drop { vocabulary.fillers.contains($0) }
        guard let first = spoken.first else { return .absent }
        let rest = spoken.dropFirst()
        let agrees = vocabulary.agreeing.contains(first)
        guard agrees || vocabulary.disagreeing.contains(first) else { return .absent }
        guard !rest.contains(where: vocabulary.doubting.contains),
            !vocabulary.unsure.contains(where: { spoken.starts(with: $0) })
        else { return .rejected }
        // "No, make that two" and "no, 40" say what is meant instead, which a plain no would lose.
        guard agrees else {
            let isOther = rest.contains(where: vocabulary.agreeing.contains) || corrects(rest, except: asked)
            return isOther || contradicts(question) ? .rejected : .given([false])
        }
        func ends(with phrases: [[String]]) -> Bool {
            let others = phrases.filter { phrase in phrase.first.map { !asked.contains($0) } ?? false }
            return endings(rest).contains { words in others.contains { self.ends(words, with: $0) } }
        }
        let objections = vocabulary.negations.union(vocabulary.disagreeing).union(vocabulary.opposing)
        // "Yes, never mind" means that nothing is to be done; "yes, stop" may be about what is being done.
        if ends(with: vocabulary.dismissing) { return .calledOff }
        if ends(with: vocabulary.cancelling + vocabulary.stopping) { return .rejected }
        guard !rest.contains(where: objections.contains), !corrects(rest, except: asked), !contradicts(question) else {
            return .rejected
        }
        return .given([true])
    }

    /// Whether words have a correction of several words and what is meant instead: `make that two`, unlike `actually`
    /// and `I mean it`.
    /// - Parameter asked: The words of the question, which correct nothing.
    private func corrects(_ words: ArraySlice<String>, except asked: Set<String>) -> Bool {
        words.indices.contains { position in
            vocabulary.corrections.contains { phrase in
                let meant = words[position...].dropFirst(phrase.count)
                guard phrase.count > 1, words[position...].starts(with: phrase), !asked.isSuperset(of: phrase),
                    let next = meant.first, !vocabulary.language.functionWords.isSuperset(of: meant)
                else { return false }
                return !vocabulary.agreeing.contains(next) && !vocabulary.disagreeing.contains(next)
            }
        }
    }
}
