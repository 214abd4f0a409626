extension WhisperModel {
    /// The most tokens of the prompt: half of what the decoder holds, as in the library.
    private static let maximumPromptTokens = 224
    /// The time for a search at most.
    private static let searchTime = Duration.milliseconds(2500)
    /// The time below which no search is begun.
    private static let minimumTime = Duration.milliseconds(500)
    /// The most tokens whose score is looked at without the prompt.
    private static let maximumUnprompted = 32
    /// The tokens from which several threads decode faster than one.
    private static let tokensForThreads = 16
    /// The difference between two numbers of the decoder for one token that rounding may cause.
    private static let rounding: Float = 1

    /// Finds the sentences of a graph that are likeliest in the sound that was transcribed last, the likeliest first.
    ///
    /// The encoder does not run again, and mostly the prompt is still in the decoder's memory. Each beginning that is
    /// looked at takes the decoder some milliseconds.
    /// - Returns: Nil when the time was too short, or the library failed.
    /// - Throws: ``WhisperError`` with code `cancelled` when the control ended it.
    func search(
        in graph: SentenceGraph, _ settings: WhisperSettings, _ control: WhisperControl
    ) throws(WhisperError) -> [SentenceHypothesis]? {
        let prompt = promptTokens(settings)
        let deadline = min(control.deadline, .now + Self.searchTime)
        var search = SentenceSearch(graph, spellings, end: library.endToken(context))
        // The library cannot be interrupted while it reads the prompt.
        guard deadline - .now > Self.minimumTime else { return nil }
        // The tokens in the decoder's memory.
        guard var held = remembered(prompt, settings.threads) else { return nil }
        while let next = search.next {
            if control.isCancelled { throw ended(control) }
            guard .now < deadline else { return nil }
            let wanted = prompt + next
            var past = zip(held, wanted).prefix { $0 == $1 }.count
            // The last token is decoded again: the library keeps the scores after that one only.
            past = min(past, wanted.count - 1)
            guard let row = scores(of: wanted, past: past, settings.threads) else { return nil }
            held = wanted
            search.extend(by: row) {
                control.isCancelled || .now >= deadline
            }
        }
        if control.isCancelled { throw ended(control) }
        return search.isCutShort ? nil : search.found
    }

    /// Returns the score of a text's first tokens without the prompt, in the sound that was transcribed last.
    ///
    /// Each token takes the decoder some milliseconds.
    /// - Returns: Nil without tokens or a prompt, when the time was too short, or the library failed.
    /// - Throws: ``WhisperError`` with code `cancelled` when the control ended it.
    func unpromptedScore(
        of text: [Int32], _ settings: WhisperSettings, _ control: WhisperControl
    ) throws(WhisperError) -> UnpromptedScore? {
        let text = text.prefix(Self.maximumUnprompted)
        guard !settings.prompt.isEmpty, !text.isEmpty else { return nil }
        var plain = settings
        plain.prompt = ""
        var held = promptTokens(plain)
        var score = UnpromptedScore(sum: 0, count: 0)
        for (place, token) in text.enumerated() {
            if control.isCancelled { throw ended(control) }
            guard .now < control.deadline,
                let row = scores(of: held, past: place == 0 ? 0 : held.count - 1, settings.threads)
            else { return nil }
            held.append(token)
            // The probability of pauses is spread over the other tokens.
            guard !spellings.table.pauses.contains(token) else { continue }
            score.sum += TokenScores(row, pauses: spellings.table.pauses)[token]
            score.count += 1
        }
        return score.count > 0 ? score : nil
    }

    /// Returns those tokens of a prompt that the decoder holds after a transcription with it: all, or none. Whether the
    /// library keeps them is found out once for each prompt, which is decoded then. Nil when the library failed.
    private func remembered(_ prompt: [Int32], _ threads: Int) -> [Int32]? {
        if let known = promptMemory, known.prompt == prompt { return known.isKept ? prompt : [] }
        guard let kept = scores(of: prompt, past: prompt.count - 1, threads).map(Array.init),
            let anew = scores(of: prompt, past: 0, threads)
        else { return nil }
        let isKept = zip(kept, anew).allSatisfy { abs($0 - $1) < Self.rounding }
        promptMemory = PromptMemory(prompt: prompt, isKept: isKept)
        return prompt
    }

    /// Returns what the decoder expects after some tokens: a number for each token up to the end token, valid until
    /// the next call. Nil when the library failed.
    /// - Parameter past: The number of the tokens that are in its memory.
    private func scores(of tokens: [Int32], past: Int, _ threads: Int) -> UnsafeBufferPointer<Float>? {
        let fresh = Array(tokens[past...])
        let threads = fresh.count < Self.tokensForThreads ? 1 : max(1, threads)
        guard library.decode(context, fresh, Int32(fresh.count), Int32(past), Int32(threads)) == 0,
            let logits = library.logits(context)
        else { return nil }
        // One row for each token. The numbers after the end token are those of times and tasks.
        let row = logits + (fresh.count - 1) * Int(library.vocabularySize(context))
        return UnsafeBufferPointer(start: row, count: spellings.table.count + 1)
    }

    /// Returns the first sentences of a prompt, as many as the decoder takes. Of more the library drops the beginning.
    func fitting(_ prompt: String) -> String {
        if let known = fittedPrompt, known.whole == prompt { return known.part }
        var part = prompt[...]
        while words(of: String(part)).count >= Self.maximumPromptTokens, let end = part.dropLast().lastIndex(of: ".") {
            part = part[...end]
        }
        fittedPrompt = FittedPrompt(whole: prompt, part: String(part))
        return String(part)
    }

    /// Returns the tokens of a prompt's words.
    private func words(of prompt: String) -> [Int32] {
        var words = [Int32](repeating: 0, count: prompt.utf8.count + 1)
        let count = library.tokenize(context, prompt, &words, Int32(words.count))
        return Array(words.prefix(max(0, Int(count))))
    }

    /// Returns the tokens before the text: the prompt, the language and the task.
    private func promptTokens(_ settings: WhisperSettings) -> [Int32] {
        let words = words(of: settings.prompt)
        var tokens: [Int32] = []
        if !words.isEmpty {
            tokens = [library.previousToken(context)] + words.suffix(Self.maximumPromptTokens - 1)
        }
        tokens.append(library.startToken(context))
        if file.isMultilingual {
            tokens += [
                library.languageToken(context, library.usedLanguage(context)), library.transcribeToken(context),
            ]
        }
        return tokens + [library.noTimesToken(context)]
    }
}
