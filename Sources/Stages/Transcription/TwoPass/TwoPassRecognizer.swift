import SaybusMessages

/// A recognizer of two engines: the first hears every turn, the second those of which the first is not sure.
///
/// A result of the first engine that is sure is not held up by the second. When one of them fails in a turn, or the
/// second one takes too long, the other one's result counts, with the reason.
public actor TwoPassRecognizer: SpeechRecognizer {
    /// The names of both engines, such as `pocketsphinx+whisper`; a transcript has the name of the one that decided.
    public nonisolated let engine: String

    private let first: any SpeechRecognizer
    private let second: any SpeechRecognizer
    private var vote = TwoPassVote(matcher: nil)
    private var openVote: TwoPassVote?
    /// The sound of the open turn.
    private var buffer = TurnBuffer()
    /// The reason why the second engine has no vocabulary; nil when it has one.
    private var vocabularyProblem: String?
    /// The reasons why the engines cannot hear the open turn; nil for one that can.
    private var (firstProblem, secondProblem): (String?, String?) = (nil, nil)
    /// The first engine's text when the second one began early; nil when it has not.
    private var anticipated: PartialResult?

    /// The ratio of the loudest word to the softest up to which both are taken for speech: 12 dB.
    private static let maximumUnevenness = 4.0

    /// The milliseconds by which the end of the last word may move as more sound arrives.
    private static let wordsEndTolerance = 30
    /// The milliseconds by which the last word of the result may end later than that of a partial text.
    private static let lateWord = 100
    /// The pause in milliseconds after a whole sentence, and after other words, with which a turn may be over.
    private static let (pauseAfterSentence, pauseAfterWords) = (250, 600)

    /// Creates a recognizer.
    /// - Parameters:
    ///   - first: An engine that hears the sentences of the grammar.
    ///   - second: An engine that hears any words.
    init(_ first: any SpeechRecognizer, _ second: any SpeechRecognizer) {
        (self.first, self.second) = (first, second)
        engine = "\(first.engine)+\(second.engine)"
    }

    /// Sets the vocabulary of both engines. If the second one fails, turns are heard by the first one alone.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] {
        let problems = try await first.configure(vocabulary)
        let grammar = vocabulary.isDictation ? nil : GrammarCompiler.compile(vocabulary, englishOnly: true)
        vote = TwoPassVote(
            matcher: grammar.map { SentenceMatcher($0.automaton) }, answers: GrammarCompiler.answers(of: vocabulary))
        do {
            _ = try await second.configure(vocabulary)
            vocabularyProblem = nil
        } catch {
            vocabularyProblem = "\(second.engine): \(error)"
        }
        return problems
    }

    /// Lets both engines forget the voices and the rooms of earlier turns.
    public func forgetSpeakers() async {
        await first.forgetSpeakers()
        await second.forgetSpeakers()
    }

    /// Opens a turn of both engines.
    public func begin() async throws {
        openVote = vote
        buffer = TurnBuffer()
        (firstProblem, secondProblem) = (nil, vocabularyProblem)
        anticipated = nil
        await tryingFirst { try await first.begin() }
        await tryingSecond { try await second.begin() }
        if let failure { throw failure }
    }

    /// Hands sound to both engines. Partial results are the first one's, or the second one's when it hears alone.
    public func accept(_ samples: [Int16]) async throws -> PartialResult? {
        guard openVote != nil else { throw TranscriptionError.noTurn }
        _ = buffer.append(samples)
        let partial: PartialResult? = await tryingFirst { try await first.accept(samples) } ?? nil
        let other: PartialResult? = await tryingSecond { try await second.accept(samples) } ?? nil
        if let failure { throw failure }
        guard firstProblem == nil else { return other }
        if secondProblem == nil, let partial { await anticipate(partial) }
        return partial
    }

    /// Lets the second engine begin in a pause, and give up what it has begun when the words change.
    private func anticipate(_ partial: PartialResult) async {
        if let known = anticipated {
            let moved = abs((partial.wordsEndMs ?? 0) - (known.wordsEndMs ?? 0))
            guard partial.text != known.text || moved > Self.wordsEndTolerance else { return }
            anticipated = nil
            await second.withdrawEnd()
        }
        guard mayBeOver(partial) else { return }
        anticipated = partial
        await second.anticipateEnd()
    }

    /// Returns whether the turn may be over, and the second engine is to hear it whatever the first one's result is.
    private func mayBeOver(_ partial: PartialResult) -> Bool {
        guard let vote = openVote, let heard = partial.heardMs, let end = partial.wordsEndMs,
            heard - end >= (partial.isComplete == true ? Self.pauseAfterSentence : Self.pauseAfterWords)
        else { return false }
        return vote.needsSecond(text: partial.text, isWhole: partial.isComplete == true)
            || SoundLevel.noise(in: buffer.samples) == .loud
    }

    /// Returns the first engine's result if it is sure, or else that of both.
    public func finish() async throws -> RecognitionResult {
        guard var vote = openVote else { throw TranscriptionError.noTurn }
        openVote = nil
        guard let heard = await tryingFirst({ try await first.finish() }) else { return try await finishAlone() }
        // The careful search of the whole turn may find words that the partial texts lack.
        if let end = heard.words.last?.endMs, let known = anticipated?.wordsEndMs, end > known + Self.lateWord {
            await second.withdrawEnd()
        }
        vote.noise = SoundLevel.noise(in: buffer.samples)
        vote.isEvenlyLoud = isEvenlyLoud(heard)
        guard vote.needsSecond(heard) else {
            await second.cancel()
            return heard
        }
        var other =
            await tryingSecond { try await second.finish() }
            ?? RecognitionResult(text: "", confidence: 0, engine: second.engine)
        other.problem = secondProblem ?? other.problem
        return vote.decide(heard, other)
    }

    /// Returns the second engine's result of a turn in which the first one has failed.
    private func finishAlone() async throws -> RecognitionResult {
        // A cancelled turn is of no use to anybody, and the second engine would work on it for long.
        if Task.isCancelled {
            await second.cancel()
            throw TranscriptionError(.engine, firstProblem ?? "the turn was cancelled")
        }
        guard var heard = await tryingSecond({ try await second.finish() }) else {
            throw failure ?? TranscriptionError.noTurn
        }
        heard.problem = [firstProblem, heard.problem].compactMap(\.self).joined(separator: "; ")
        return heard
    }

    /// Returns whether no word is so much softer than the loudest one that it may be noise, such as the voices of
    /// others in a pause.
    private func isEvenlyLoud(_ heard: RecognitionResult) -> Bool {
        let perMs = TurnBuffer.rate / 1000
        let words = heard.words.map { $0.startMs * perMs..<max($0.startMs, $0.endMs) * perMs }
        return SoundLevel.unevenness(of: words, in: buffer.samples) <= Self.maximumUnevenness
    }

    /// Discards the open turn of both engines.
    public func cancel() async {
        openVote = nil
        await first.cancel()
        await second.cancel()
    }

    /// Ends all background work of both engines.
    public func stop() async {
        await first.stop()
        await second.stop()
    }

    /// The error of a turn that neither engine can hear, with both reasons; nil when one can.
    private var failure: TranscriptionError? {
        guard let firstProblem, let secondProblem else { return nil }
        return TranscriptionError(.engine, "\(firstProblem); \(secondProblem)")
    }

    /// Runs a call of the first engine, unless it has failed in the turn. Its failure ends the turn for that engine
    /// only.
    @discardableResult
    private func tryingFirst<Value: Sendable>(_ call: () async throws -> Value) async -> Value? {
        guard firstProblem == nil else { return nil }
        do {
            return try await call()
        } catch {
            firstProblem = "\(first.engine): \(error)"
            await first.cancel()
            return nil
        }
    }

    /// Runs a call of the second engine, as ``tryingFirst(_:)`` does.
    @discardableResult
    private func tryingSecond<Value: Sendable>(_ call: () async throws -> Value) async -> Value? {
        guard secondProblem == nil else { return nil }
        do {
            return try await call()
        } catch {
            secondProblem = "\(second.engine): \(error)"
            await second.cancel()
            return nil
        }
    }
}
