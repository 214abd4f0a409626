import Messages

/// Recognizes US English with pocketsphinx: commands by a grammar, anything else by a language model.
public actor PocketSphinxRecognizer: SpeechRecognizer {
    /// `pocketsphinx`
    public nonisolated let engine = "pocketsphinx"

    /// How much sound goes by between two looks at the partial result.
    private static let partialInterval = TurnBuffer.rate / 5

    private struct Turn {
        let vocabulary: SphinxVocabulary
        var buffer = TurnBuffer()
        var sinceLook = 0
        var lastPartial = PartialResult(text: "")
    }

    private let model: SphinxModel
    private let lexicon: PronunciationLexicon
    private var vocabulary: SphinxVocabulary?
    private var generation = 0
    private var turn: Turn?

    /// A recognizer for free dictation until it is configured.
    public init(model: SphinxModel) throws(TranscriptionError) {
        self.model = model
        do {
            lexicon = PronunciationLexicon(dictionary: try PronouncingDictionary(path: model.dictionary))
        } catch {
            throw TranscriptionError(
                .modelMissing, "\(model.dictionary) cannot be read: install pocketsphinx-en-us again", cause: error)
        }
    }

    /// Compiles the vocabulary and loads decoders for it beside those in use.
    ///
    /// Of two calls at once the later one counts.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] {
        generation += 1
        let mine = generation
        let (made, problems) = try await compile(vocabulary)
        if mine == generation { self.vocabulary = made }
        return problems
    }

    /// Opens a turn with the vocabulary of now.
    public func begin() async throws {
        await cancel()
        if vocabulary == nil { try await configure(.dictation) }
        guard let vocabulary else { throw noTurn }
        try await vocabulary.stream.start()
        turn = Turn(vocabulary: vocabulary)
    }

    /// Takes sound of the open turn; what is beyond ``RecognitionResult/problem``'s limit of a minute is dropped.
    public func accept(_ samples: [Int16]) async throws -> PartialResult? {
        guard let vocabulary = turn?.vocabulary, let kept = turn?.buffer.append(samples) else { throw noTurn }
        try await vocabulary.stream.process(kept)
        turn?.sinceLook += kept.count
        guard let current = turn, current.sinceLook >= Self.partialInterval else { return nil }
        turn?.sinceLook = 0
        let words = await vocabulary.stream.partial().words.map(\.name)
        let text = words.filter { !$0.hasPrefix(WordAutomaton.anyWord) }.joined(separator: " ")
        guard !text.isEmpty, text != current.lastPartial.text else { return nil }
        let partial = PartialResult(
            text: text, isComplete: vocabulary.whole.map { _ in vocabulary.grammar.automaton.accepts(words) })
        turn?.lastPartial = partial
        return partial
    }

    /// Decodes the whole turn again, as one piece.
    public func finish() async throws -> RecognitionResult {
        guard let turn else { throw noTurn }
        self.turn = nil
        var result = RecognitionResult(
            text: "", confidence: 0, engine: engine, catalogRevision: turn.vocabulary.revision,
            problem: turn.buffer.problem)
        let streamed = try await turn.vocabulary.stream.finish()
        guard !SoundLevel.isSilence(turn.buffer.samples) else {
            result.empty = .silence
            return result
        }
        let hypothesis = try await turn.vocabulary.whole?.decode(turn.buffer.samples) ?? streamed
        result.text = hypothesis.text
        result.words = hypothesis.words.map(\.timed)
        result.confidence = hypothesis.text.isEmpty ? 0 : 0.5
        if hypothesis.text.isEmpty { result.empty = .unrecognized }
        return result
    }

    /// Drops the open turn.
    public func cancel() async {
        guard let open = turn else { return }
        turn = nil
        await open.vocabulary.stream.cancel()
    }

    private var noTurn: TranscriptionError {
        TranscriptionError(.noTurn, "no turn is open: call begin() first")
    }

    // Off the actor, so that the open turn goes on meanwhile.
    private nonisolated func compile(_ vocabulary: Vocabulary) async throws -> (SphinxVocabulary, [VocabularyProblem]) {
        guard !vocabulary.isDictation else {
            let stream = SphinxDecoder(model: model, settings: .language, search: .language)
            try await stream.load()
            let nothing = Grammar(automaton: WordAutomaton(words: [], arcs: [[]], finals: []), problems: [])
            let made = SphinxVocabulary(grammar: nothing, revision: vocabulary.revision, stream: stream, whole: nil)
            return (made, [])
        }
        var grammar = GrammarCompiler.compile(vocabulary)
        let ways = await lexicon.pronunciations(of: grammar.words)
        let unknown = grammar.words.filter { ways[$0] == nil }
        if !unknown.isEmpty {
            grammar = GrammarCompiler.compile(vocabulary, excludedWords: unknown)
            grammar.problems += unknown.sorted().map {
                VocabularyProblem(
                    .pronunciation, subject: $0,
                    "nobody knows how it is said, so sentences with it are left out: spell it as English is written")
            }
        }
        let search = SphinxSearch.grammar(grammar.automaton, ways)
        let stream = SphinxDecoder(model: model, settings: .stream, search: search)
        let whole = SphinxDecoder(model: model, settings: .grammar, search: search)
        try await stream.load()
        try await whole.load()
        let made = SphinxVocabulary(grammar: grammar, revision: vocabulary.revision, stream: stream, whole: whole)
        return (made, grammar.problems)
    }
}
