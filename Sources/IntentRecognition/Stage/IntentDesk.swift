import ForeignEngines
import Messages
import PatternMatching
import Phrases
import StatisticalMatching

/// What the stage recognizes with, made anew when the catalogs change.
struct IntentDesk: Sendable {
    /// What was chosen to recognize with.
    let settings: IntentStage.Settings
    let workshop: ModelWorkshop

    /// The revision of the catalogs in use; nil when there are none.
    private(set) var revision: String?
    /// The patterns that cannot be used.
    private(set) var problems: [PatternProblem] = []
    private var apps: [String] = []
    private var patterns = PatternRecognizer(catalogs: [])
    private var repair = TranscriptRepair(catalogs: [])
    private var trained: StatisticalRecognizer?
    private var foreign: ForeignRecognizer?

    init(_ settings: IntentStage.Settings) {
        self.settings = settings
        workshop = ModelWorkshop(seed: settings.seed)
        note([])
    }

    /// Takes note of the catalogs.
    mutating func note(_ catalogs: [Catalog]) {
        apps = catalogs.map(\.app)
        patterns = PatternRecognizer(catalogs: catalogs)
        revision = patterns.matcher.revision
        problems = patterns.matcher.problems
        if let inquirer = settings.inquirer {
            foreign = ForeignRecognizer(engine: settings.engine.rawValue, inquirer, catalogs: catalogs)
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

    /// The recognizer of the next turn: with what has been learnt by now.
    func recognizer() -> any IntentRecognizer {
        if let foreign { return foreign }
        let statistics = trained ?? (settings.model == nil ? workshop.recognizer(for: revision) : nil)
        switch settings.engine {
        case .statistical:
            return statistics ?? StatisticalRecognizer.untrained
        case .pattern: return patterns
        case .ensemble, .wyoming, .http, .command:
            return EnsembleRecognizer(patterns: patterns, repair: repair, statistics: statistics)
        }
    }

    /// What a transcript may mean. When an app is asked by its name, what it is asked is looked up among what that app understands.
    func recognition(_ transcript: SpeechTranscript) async throws(EngineFailure) -> IntentRecognition {
        let recognizer = recognizer()
        let whole = try await recognizer.recognition(transcript)
        guard let address = AppAddress(transcript.text, apps: apps) else { return whole }
        var found = try await recognizer.recognition(
            SpeechTranscript(text: address.request, confidence: transcript.confidence, engine: transcript.engine))
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
