import SaybusExternalEngines
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching

/// The recognizers of the stage, rebuilt when the catalogs change.
struct RecognizerSet: Sendable {
    /// The settings of the stage.
    let settings: IntentStage.Settings
    let trainer: BackgroundTrainer

    /// The revision of the catalogs in use; nil without catalogs.
    private(set) var revision: String?
    /// The patterns that cannot be used.
    private(set) var problems: [PatternProblem] = []
    private var catalogs: [Catalog]?
    /// The catalogs with scopes or awaited commands.
    private var scoped: [Catalog] = []
    private var apps: [String] = []
    private var patterns = PatternRecognizer(catalogs: [])
    private var repair = TranscriptRepair(catalogs: [])
    private var trained: StatisticalRecognizer?
    private(set) var external: ExternalRecognizer?

    init(_ settings: IntentStage.Settings) {
        self.settings = settings
        trainer = BackgroundTrainer(seed: settings.seed)
        update([])
    }

    /// Rebuilds the recognizers for catalogs.
    /// - Returns: Whether anything has changed except scopes.
    @discardableResult
    mutating func update(_ all: [Catalog]) -> Bool {
        setScopes(all)
        let catalogs = all.map(\.unscoped)
        guard catalogs != self.catalogs else { return false }
        self.catalogs = catalogs
        rebuild(catalogs)
        return true
    }

    /// Returns whether the recognizers are those for the catalogs, scopes apart.
    func knows(_ all: [Catalog]) -> Bool { all.map(\.unscoped) == catalogs }

    /// Takes the scopes of catalogs, and what they await, which need no rebuilding.
    mutating func setScopes(_ all: [Catalog]) { scoped = all.filter { $0.scopes != nil || $0.awaited != nil } }

    private mutating func rebuild(_ catalogs: [Catalog]) {
        apps = catalogs.map(\.app)
        patterns = PatternRecognizer(catalogs: catalogs)
        revision = patterns.matcher.revision
        problems = patterns.matcher.problems
        if let intentClient = settings.intentClient {
            external = ExternalRecognizer(engine: settings.engine.rawValue, intentClient, catalogs: catalogs)
            return
        }
        guard settings.engine != .pattern else { return }
        repair = TranscriptRepair(catalogs: catalogs)
        if let model = settings.model {
            trained = StatisticalRecognizer(model: model, catalogs: catalogs, requiresKnownWords: false)
        } else {
            trainer.submit(catalogs, patterns.matcher)
        }
    }

    /// Returns the commands that are out of scope in a conversation.
    private func excluded(in session: Session) -> Set<CommandName> {
        Set(scoped.flatMap { catalog in catalog.absent(in: session).map { CommandName(app: catalog.app, type: $0) } })
    }

    /// Returns the recognizer by patterns for a conversation.
    func patterns(in session: Session) -> PatternRecognizer {
        var patterns = patterns
        patterns.excluded = excluded(in: session)
        patterns.facts = session.facts
        return patterns
    }

    /// Returns the recognizer for a conversation's next turn, with the model trained so far.
    func recognizer(in session: Session) -> any IntentRecognizer {
        let excluded = excluded(in: session)
        if var external {
            external.excluded = excluded
            return external
        }
        var statistics = trained ?? trainer.recognizer
        statistics?.excluded = excluded
        statistics?.facts = session.facts
        let patterns = self.patterns(in: session)
        switch settings.engine {
        case .statistical:
            return statistics ?? StatisticalRecognizer.untrained
        case .pattern: return patterns
        case .ensemble, .wyoming, .http, .command:
            return EnsembleRecognizer(patterns: patterns, repair: repair, statistics: statistics)
        }
    }

    /// Returns the possible intents of a transcript in its conversation. Of equally sure ones, those that the
    /// conversation makes likelier come first.
    func recognition(
        _ transcript: SpeechTranscript, in session: Session
    ) async throws(EngineFailure) -> IntentRecognition {
        var found = try await bestRecognition(transcript, in: session)
        if !scoped.isEmpty { found.hypotheses = ranked(found.hypotheses, in: session) }
        return found
    }

    /// Returns hypotheses with their precedence. Neighbours of the same confidence are sorted by it, except those of
    /// one app, whose own order decides.
    private func ranked(_ hypotheses: [SpeechIntent.Hypothesis], in session: Session) -> [SpeechIntent.Hypothesis] {
        var ranked: [SpeechIntent.Hypothesis] = []
        for var hypothesis in hypotheses {
            let catalog = scoped.first { $0.app == hypothesis.app }
            let precedence = catalog?.precedence(of: hypothesis.type, in: session) ?? 0
            hypothesis.precedence = precedence == 0 ? nil : precedence
            let former = ranked.lastIndex {
                $0.confidence != hypothesis.confidence || $0.app == hypothesis.app || ($0.precedence ?? 0) >= precedence
            }
            ranked.insert(hypothesis, at: former.map { $0 + 1 } ?? 0)
        }
        return ranked
    }

    /// Returns the possible intents of a transcript, without their precedence.
    ///
    /// If the transcript addresses an app by name, the rest of it is recognized too, and the better hypothesis
    /// of that app wins. If the engine gives no answer for the rest, or fails, its answer for the whole counts, without
    /// its guesses for other apps: a user who addresses one app does not mean another.
    private func bestRecognition(
        _ transcript: SpeechTranscript, in session: Session
    ) async throws(EngineFailure) -> IntentRecognition {
        let recognizer = recognizer(in: session)
        let whole = try await recognizer.recognition(transcript)
        guard let address = AppAddress(transcript.text, apps: apps) else {
            return await corrected(whole, transcript, in: session)
        }
        var found: IntentRecognition
        do throws(EngineFailure) {
            found = try await recognizer.recognition(
                SpeechTranscript(text: address.request, confidence: transcript.confidence, engine: transcript.engine))
        } catch {
            var own = withoutGuesses(whole, except: address.app)
            own.failure = error
            return own
        }
        found.hypotheses = found.hypotheses.filter { $0.app == address.app }.map { $0.shifted(by: address.offset) }
        guard let first = found.hypotheses.first else { return withoutGuesses(whole, except: address.app) }
        // An app's own patterns may contain its name, so the whole text counts if it fits at least as well.
        let own = whole.hypotheses.first { $0.app == address.app }
        return own.map { $0.confidence >= first.confidence } ?? false ? whole : found
    }

    /// Returns the command that follows "no," where a question is open, if it fits better than the whole text does:
    /// "no, put 40 dollars on my room". Without a comma, "no" may belong to what follows.
    private func corrected(
        _ whole: IntentRecognition, _ transcript: SpeechTranscript, in session: Session
    ) async -> IntentRecognition {
        guard external == nil, settings.engine != .statistical, let rest = Self.rest(afterNo: transcript.text),
            isAsking(in: session)
        else { return whole }
        let patterns = self.patterns(in: session)
        let found = await patterns.recognize(SpeechTranscript(text: rest.text, engine: transcript.engine))
        let commands = found.filter(\.isCommandAfterNo)
        guard let first = commands.first, first.confidence > whole.hypotheses.first?.confidence ?? 0 else {
            return whole
        }
        return IntentRecognition(commands.map { $0.shifted(by: rest.offset) }, engine: patterns.engine)
    }

    /// Returns whether a question is open in a conversation.
    /// - Parameters:
    ///   - session: The conversation.
    ///   - app: The app that asks; nil for any app.
    func isAsking(in session: Session, by app: String? = nil) -> Bool {
        let (excluded, answer) = (excluded(in: session), SpeechIntent.Hypothesis.answerType)
        return (catalogs ?? []).contains { catalog in
            (app == nil || catalog.app == app)
                && !excluded.contains(CommandName(app: catalog.app, type: answer))
                && catalog.commands.contains { $0.type == answer }
        }
    }

    /// Returns the words after "no" and a comma or the like, with their place in the text; nil for other texts.
    /// - Parameters:
    ///   - text: The text.
    ///   - needsComma: Whether there must be a comma or the like.
    static func rest(afterNo text: String, needsComma: Bool = true) -> (text: String, offset: Int)? {
        let tokens = Words.tokenize(text, limit: 3)
        let disagreeing = Language.inUse.questionWords.disagreeing.map(Words.key)
        guard tokens.count == 3, disagreeing.contains(tokens[0].key) else { return nil }
        let (end, offset) = (tokens[0].range.upperBound, tokens[1].range.lowerBound)
        let hasComma = end < offset && text.dropFirst(end).prefix(offset - end).contains(where: \.isPunctuation)
        guard hasComma || !needsComma else { return nil }
        return (String(text.dropFirst(offset)), offset)
    }

    /// Returns a recognition without the hypotheses for other apps than `app` that only a statistical model, or an
    /// external engine, has.
    private func withoutGuesses(_ recognition: IntentRecognition, except app: String) -> IntentRecognition {
        var certain = recognition
        certain.hypotheses.removeAll {
            $0.app != app && (external != nil || $0.matcher == StatisticalRecognizer.name)
        }
        return certain
    }

    /// The intents of the trained model that no app has, for the log.
    var unknownIntents: [String] { trained?.unknownIntents ?? [] }
}

extension SpeechIntent.Hypothesis {
    /// Returns the hypothesis with its spans moved by a number of characters, and without those that no text has: a
    /// recognizer of others may give any numbers.
    func shifted(by offset: Int) -> Self {
        var shifted = self
        for (name, parameter) in parameters {
            guard let span = parameter.span else { continue }
            let (start, end) = (span.start.addingReportingOverflow(offset), span.end.addingReportingOverflow(offset))
            let isSane = !start.overflow && !end.overflow
            shifted.parameters[name]?.span = isSane ? .init(start: start.partialValue, end: end.partialValue) : nil
        }
        return shifted
    }
}
