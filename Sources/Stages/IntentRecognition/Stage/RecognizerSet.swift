import SaybusExternalEngines
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching

/// What the stage recognizes with, made anew when the catalogs change.
struct RecognizerSet: Sendable {
    /// What was chosen to recognize with.
    let settings: IntentStage.Settings
    let workshop: BackgroundTrainer

    /// The revision of the catalogs in use; nil when there are none.
    private(set) var revision: String?
    /// The patterns that cannot be used.
    private(set) var problems: [PatternProblem] = []
    private var catalogs: [Catalog]?
    private var scoped: [Catalog] = []
    private var apps: [String] = []
    private var patterns = PatternRecognizer(catalogs: [])
    private var repair = TranscriptRepair(catalogs: [])
    private var trained: StatisticalRecognizer?
    private var foreign: ExternalRecognizer?

    init(_ settings: IntentStage.Settings) {
        self.settings = settings
        workshop = BackgroundTrainer(seed: settings.seed)
        note([])
    }

    /// Takes note of the catalogs.
    /// - Returns: Whether anything else than where commands can be said has changed.
    @discardableResult
    mutating func note(_ all: [Catalog]) -> Bool {
        scoped = all.filter { $0.scopes != nil }
        let catalogs = all.map(\.unscoped)
        guard catalogs != self.catalogs else { return false }
        self.catalogs = catalogs
        learn(catalogs)
        return true
    }

    private mutating func learn(_ catalogs: [Catalog]) {
        apps = catalogs.map(\.app)
        patterns = PatternRecognizer(catalogs: catalogs)
        revision = patterns.matcher.revision
        problems = patterns.matcher.problems
        if let inquirer = settings.inquirer {
            foreign = ExternalRecognizer(engine: settings.engine.rawValue, inquirer, catalogs: catalogs)
            return
        }
        guard settings.engine != .pattern else { return }
        repair = TranscriptRepair(catalogs: catalogs)
        if let model = settings.model {
            trained = StatisticalRecognizer(model: model, catalogs: catalogs, knowsWords: false)
        } else if !catalogs.isEmpty {
            workshop.order(catalogs, patterns.matcher)
        }
    }

    /// The commands that cannot be said in a conversation.
    private func excluded(in session: Session) -> Set<CommandName> {
        Set(scoped.flatMap { catalog in catalog.absent(in: session).map { CommandName(app: catalog.app, type: $0) } })
    }

    /// The recognizer of the next turn of a conversation: with what has been learnt by now.
    func recognizer(in session: Session) -> any IntentRecognizer {
        let excluded = excluded(in: session)
        if var foreign {
            foreign.excluded = excluded
            return foreign
        }
        var statistics = trained ?? (settings.model == nil ? workshop.recognizer(for: revision) : nil)
        statistics?.excluded = excluded
        var patterns = patterns
        patterns.excluded = excluded
        switch settings.engine {
        case .statistical:
            return statistics ?? StatisticalRecognizer.untrained
        case .pattern: return patterns
        case .ensemble, .wyoming, .http, .command:
            return EnsembleRecognizer(patterns: patterns, repair: repair, statistics: statistics)
        }
    }

    /// What a transcript may mean in its conversation. When an app is asked by its name, what it is asked is looked up among what that app
    /// understands; an engine that does not answer to that has answered to the whole.
    func recognition(
        _ transcript: SpeechTranscript, in session: Session
    ) async throws(EngineFailure) -> IntentRecognition {
        let recognizer = recognizer(in: session)
        let whole = try await recognizer.recognition(transcript)
        guard let address = AppAddress(transcript.text, apps: apps),
            var found = try? await recognizer.recognition(
                SpeechTranscript(text: address.request, confidence: transcript.confidence, engine: transcript.engine))
        else { return whole }
        found.hypotheses = found.hypotheses.filter { $0.app == address.app }.map { $0.shifted(by: address.offset) }
        guard let first = found.hypotheses.first else { return whole }
        // An app may have patterns of its own with its name in them.
        let own = whole.hypotheses.first { $0.app == address.app }
        return own.map { $0.confidence >= first.confidence } ?? false ? whole : found
    }

    /// What the trained model knows that no app wants; for the log.
    var unknownIntents: [String] { trained?.unknownIntents ?? [] }
}

extension SpeechIntent.Hypothesis {
    /// The same, found so many characters further on.
    fileprivate func shifted(by offset: Int) -> Self {
        var shifted = self
        for (name, parameter) in parameters {
            guard let span = parameter.span else { continue }
            shifted.parameters[name]?.span = .init(start: span.start + offset, end: span.end + offset)
        }
        return shifted
    }
}
