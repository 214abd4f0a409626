import SaybusMessages
import SaybusPocketSphinx

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
        var early: EarlyLook?
    }

    private let model: SphinxModel
    private let lexicon: PronunciationLexicon
    /// General English, for dictation and for parameters that take any words; loaded when first needed.
    private let language: SphinxDecoder
    private var vocabulary: SphinxVocabulary?
    /// Nil when the model is of a kind that only the library can compute: it is not adapted then, either.
    private let acoustics: AcousticModel?
    private let adaptations: SpeakerAdaptations?
    private var speechMean = SpeechMean()
    private var learning: Task<Void, Never>?
    private var loading: Task<Void, Never>?
    private var generation = 0
    private var turn: Turn?

    /// A recognizer for free dictation until it is configured.
    public init(model: SphinxModel) throws(TranscriptionError) {
        self.model = model
        acoustics = AcousticModel(directory: model.acoustics)
        adaptations = acoustics.map { SpeakerAdaptations($0.gaussians) }
        language = SphinxDecoder(model: model, settings: .language, search: .language)
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
        guard mine == generation else { return problems }
        self.vocabulary = made
        loading?.cancel()
        if case .commands(_, let search) = made.search { loading = Task { await search.loadRest() } }
        return problems
    }

    /// Waits until nothing is loaded or learned any more.
    public func stop() async {
        await cancel()
        generation += 1
        loading?.cancel()
        await loading?.value
        await learning?.value
        (loading, learning) = (nil, nil)
    }

    /// Opens a turn with the vocabulary of now.
    public func begin() async throws {
        await cancel()
        // What was said last helps with this turn; when nothing could be learnt of it, the turn goes without.
        await learning?.value
        learning = nil
        if vocabulary == nil { try await configure(.dictation) }
        guard let vocabulary else { throw TranscriptionError.noTurn }
        try await vocabulary.stream?.start(mean: speechMean.values)
        turn = Turn(vocabulary: vocabulary)
    }

    /// Takes sound of the open turn; what is beyond a minute is dropped, and the result says so.
    public func accept(_ samples: [Int16]) async throws -> PartialResult? {
        guard let vocabulary = turn?.vocabulary, let kept = turn?.buffer.append(samples) else {
            throw TranscriptionError.noTurn
        }
        guard let stream = vocabulary.stream else { return nil }
        try await stream.process(kept)
        turn?.sinceLook += kept.count
        guard let current = turn, current.sinceLook >= Self.partialInterval else { return nil }
        turn?.sinceLook = 0
        let hypothesis = await stream.partial()
        lookEarly(hypothesis, current)
        let words = hypothesis.words
        guard let last = words.last, !hypothesis.text.isEmpty else { return nil }
        let names = words.map(\.name)
        return PartialResult(
            text: hypothesis.text, isComplete: vocabulary.isComplete(names), mayGoOn: vocabulary.mayGoOn(names),
            heardMs: current.buffer.samples.count / (TurnBuffer.rate / 1000), wordsEndMs: last.timed.endMs)
    }

    /// Says what was said; a command is looked for in the whole turn once more, as one piece, unless that was done in the pause before the end.
    public func finish() async throws -> RecognitionResult {
        guard let turn else { throw TranscriptionError.noTurn }
        self.turn = nil
        var result = RecognitionResult(
            text: "", confidence: 0, engine: engine, catalogRevision: turn.vocabulary.revision,
            problem: turn.buffer.problem)
        let streamed = try await turn.vocabulary.stream?.finish() ?? SphinxHypothesis(segments: [])
        guard !SoundLevel.isSilence(turn.buffer.samples) else {
            result.empty = .silence
            await turn.early?.end()
            return result
        }
        switch turn.vocabulary.search {
        case .dictation: result.take(streamed, confidence: SphinxConfidence.dictated(streamed.words))
        case .commands(_, let search):
            let early = try await turn.early?.command(of: streamed, in: turn.buffer.samples)
            let finding = if let early { early } else { try await search.find(in: turn.buffer.samples) }
            if let found = finding.filled { result.take(found, confidence: finding.confidence) }
            if !finding.hypothesis.isOpen {
                result.rejectUnlessConfident(SphinxConfidence.threshold)
                if !result.text.isEmpty {
                    learning = Task { await search.learn(finding) }
                }
            }
            for other in [finding.first, streamed].compactMap(\.self) {
                result.addAlternative(other, confidence: search.sureness(of: other, isQuiet: finding.isQuiet))
            }
        case .nothing: break
        }
        if result.text.isEmpty {
            result.empty = .unrecognized
        } else if let stream = turn.vocabulary.stream {
            speechMean = await stream.teach(speechMean)
        }
        return result
    }

    /// Drops the open turn.
    public func cancel() async {
        guard let open = turn else { return }
        turn = nil
        await open.early?.end()
        await open.vocabulary.stream?.cancel()
    }

    /// Begins to look for the command when the turn seems to be over, and gives that up when it has gone on.
    private func lookEarly(_ partial: SphinxHypothesis, _ current: Turn) {
        guard case .commands(_, let search) = current.vocabulary.search else { return }
        if let early = current.early, early.holds(for: partial) { return }
        current.early?.cancel()
        guard let moment = search.moment(of: partial, length: current.buffer.samples.count) else { return }
        turn?.early = EarlyLook(moment, current.buffer.samples, by: search, after: current.early)
    }

    // Off the actor, so that the open turn goes on meanwhile.
    private nonisolated func compile(_ vocabulary: Vocabulary) async throws -> (SphinxVocabulary, [VocabularyProblem]) {
        guard !vocabulary.isDictation else {
            try await language.load()
            return (SphinxVocabulary(search: .dictation(language), revision: vocabulary.revision), [])
        }
        var grammar = GrammarCompiler.compile(vocabulary)
        let ways = await lexicon.pronunciations(of: grammar.words)
        let unknown = grammar.words.filter { ways[$0] == nil }
        if !unknown.isEmpty {
            grammar = GrammarCompiler.compile(
                vocabulary, without: unknown, cause: "nobody knows how it is said",
                cure: "spell it as English is written")
        }
        guard !grammar.isEmpty else {
            return (SphinxVocabulary(search: .nothing, revision: vocabulary.revision), grammar.problems)
        }
        let search = SphinxCommandSearch(
            model: model, grammar: grammar.automaton, pronunciations: ways, language: language,
            acoustics: acoustics, adaptations: adaptations)
        try await search.load()
        if grammar.isOpen { try await language.load() }
        return (SphinxVocabulary(search: .commands(grammar, search), revision: vocabulary.revision), grammar.problems)
    }
}
