import SaybusMessages
import SaybusPocketSphinx

/// A recognizer for US English with pocketsphinx: commands by a grammar, dictation by a language model.
public actor PocketSphinxRecognizer: SpeechRecognizer {
    /// `pocketsphinx`
    public nonisolated let engine = "pocketsphinx"

    /// The samples between two partial results.
    private static let partialInterval = TurnBuffer.rate / 5

    /// The share of open parameters whose words the language model finds: 13 of 40, by five voices.
    private static let trustInOpenWords = 0.4

    private struct Turn {
        let vocabulary: SphinxVocabulary
        var buffer = TurnBuffer()
        var samplesSincePartial = 0
        /// Whether the words of an open parameter have been heard.
        var hasOpenWords = false
        var early: SpeculativeSearch?
    }

    private let model: SphinxModel
    private let lexicon: PronunciationLexicon
    /// The language model of general English, for dictation and open parameters. It takes 75 MB and half a second,
    /// so it is loaded when words are heard that need it.
    private let language: SphinxDecoder
    private var vocabulary: SphinxVocabulary?
    /// The acoustic model; nil when only the library can compute it, in which case there is no adaptation either.
    private let acoustics: AcousticModel?
    private let adaptations: SpeakerAdaptations?
    private var speechMean = SpeechMean()
    /// The adaptation to the last turn.
    private var learning: Task<Void, Never>?
    /// The loading of the careful search.
    private var loading: Task<Void, Never>?
    /// The loading of the language model for an open parameter that is just being said.
    private var loadingLanguage: Task<Void, Never>?
    /// The number of the last call of ``configure(_:)`` or ``stop()``, which makes earlier calls obsolete.
    private var generation = 0
    private var turn: Turn?

    /// Creates a recognizer for free dictation until it is configured.
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

    /// Compiles the vocabulary, and loads decoders for it beside those in use.
    ///
    /// Of two overlapping calls the later one wins.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] {
        generation += 1
        let started = generation
        let (made, problems) = try await compile(vocabulary)
        guard started == generation else { return problems }
        self.vocabulary = made
        loading?.cancel()
        if case .commands(let grammar, let search) = made.search {
            loading = Task {
                if !grammar.isOpen { await language.unload() }
                await search.loadRest()
            }
        }
        return problems
    }

    /// Cancels the open turn, and waits until loading and adaptation have stopped.
    public func stop() async {
        await cancel()
        generation += 1
        loading?.cancel()
        await loading?.value
        await loadingLanguage?.value
        await learning?.value
        (loading, loadingLanguage, learning) = (nil, nil, nil)
    }

    /// Cancels the open turn, and forgets the voices and the rooms of earlier turns.
    public func forgetSpeakers() async {
        await cancel()
        await learning?.value
        learning = nil
        await adaptations?.reset()
        speechMean = SpeechMean()
    }

    /// Opens a turn with the current vocabulary.
    public func begin() async throws {
        await cancel()
        // Adaptation from the last turn is awaited, since it helps this one; an error there is ignored.
        await learning?.value
        learning = nil
        if vocabulary == nil { try await configure(.dictation) }
        guard let vocabulary else { throw TranscriptionError.noTurn }
        try await vocabulary.stream?.start(mean: speechMean.values)
        turn = Turn(vocabulary: vocabulary)
    }

    /// Processes sound of the open turn. Sound beyond a minute is dropped, and the result reports that.
    public func accept(_ samples: [Int16]) async throws -> PartialResult? {
        guard let vocabulary = turn?.vocabulary, let kept = turn?.buffer.append(samples) else {
            throw TranscriptionError.noTurn
        }
        guard let stream = vocabulary.stream else { return nil }
        try await stream.process(kept)
        turn?.samplesSincePartial += kept.count
        guard let current = turn, current.samplesSincePartial >= Self.partialInterval else { return nil }
        turn?.samplesSincePartial = 0
        let hypothesis = await stream.partial()
        if hypothesis.isOpen, !current.hasOpenWords {
            turn?.hasOpenWords = true
            // A failure here happens again when the words are looked for, and is reported then.
            loadingLanguage = Task { try? await language.load() }
        }
        searchEarly(hypothesis, current)
        let words = hypothesis.words
        guard let last = words.last, !hypothesis.text.isEmpty else { return nil }
        let names = words.map(\.name)
        return PartialResult(
            text: hypothesis.text, isComplete: vocabulary.isComplete(names), mayGoOn: vocabulary.mayGoOn(names),
            heardMs: current.buffer.samples.count / (TurnBuffer.rate / 1000), wordsEndMs: last.timed.endMs)
    }

    /// Returns the result of the turn.
    ///
    /// The whole turn is searched once more as one piece, unless a search that began in the last pause already
    /// covers it.
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
            if let found = finding.filled {
                // The confidence is that of the words around an open parameter; the words in it are mostly wrong.
                let trust = finding.hypothesis.isOpen && !finding.hypothesis.isDictated ? Self.trustInOpenWords : 1
                result.take(found, confidence: finding.confidence * trust)
            }
            if !finding.hypothesis.isOpen {
                result.rejectUnlessConfident(SphinxConfidence.threshold)
                if !result.text.isEmpty, finding.isClear {
                    learning = Task { await search.learn(finding) }
                }
            }
            if let (other, probability) = finding.competitor { result.addAlternative(other, confidence: probability) }
            for other in [finding.quickHypothesis, streamed].compactMap(\.self) {
                result.addAlternative(other, confidence: search.quickConfidence(of: other, isQuiet: finding.isQuiet))
            }
        case .nothing: break
        }
        if result.text.isEmpty {
            result.empty = .unrecognized
        } else if let stream = turn.vocabulary.stream {
            speechMean = await stream.updated(speechMean)
        }
        return result
    }

    /// Discards the open turn.
    public func cancel() async {
        guard let open = turn else { return }
        turn = nil
        await open.early?.end()
        await open.vocabulary.stream?.cancel()
    }

    /// Starts a search in advance when the turn seems to be over, and cancels it when the turn has gone on.
    private func searchEarly(_ partial: SphinxHypothesis, _ current: Turn) {
        guard case .commands(_, let search) = current.vocabulary.search else { return }
        if let early = current.early, early.holds(for: partial) { return }
        current.early?.cancel()
        guard let moment = search.moment(of: partial, length: current.buffer.samples.count) else { return }
        turn?.early = SpeculativeSearch(moment, current.buffer.samples, by: search, after: current.early)
    }

    // Runs outside the actor, so that the open turn goes on meanwhile.
    private nonisolated func compile(_ vocabulary: Vocabulary) async throws -> (SphinxVocabulary, [VocabularyProblem]) {
        guard !vocabulary.isDictation else {
            return (SphinxVocabulary(search: .dictation(language), revision: vocabulary.revision), [])
        }
        var grammar = GrammarCompiler.compile(vocabulary, englishOnly: true)
        let pronunciations = await lexicon.pronunciations(of: grammar.words)
        let unknown = grammar.words.filter { pronunciations[$0] == nil }
        if !unknown.isEmpty {
            grammar = GrammarCompiler.compile(
                vocabulary, englishOnly: true, without: unknown, cause: "nobody knows how it is said",
                cure: "spell it as English is written")
        }
        guard !grammar.isEmpty else {
            return (SphinxVocabulary(search: .nothing, revision: vocabulary.revision), grammar.problems)
        }
        let ways = pronunciations.mapValues(AccentVariants.addingNonRhotic)
        let common = await lexicon.pronunciations(of: Set(CommonWords.english))
        let answers = GrammarCompiler.answers(of: vocabulary)
        // Beside any words, listed ones must not be less likely.
        let areListed = answers.map { !$0.words.contains(WordAutomaton.anyWord) } ?? false
        let search = SphinxCommandSearch(
            model: model, grammar: grammar.automaton, meanings: SentenceMeanings(vocabulary),
            wordWeight: areListed ? SphinxGrammar.answerWordWeight : 0, pronunciations: ways, language: language,
            acoustics: acoustics, adaptations: adaptations,
            decoys: DecoySentences(beside: ways, common: common, answers: answers))
        try await search.load()
        return (SphinxVocabulary(search: .commands(grammar, search), revision: vocabulary.revision), grammar.problems)
    }
}
