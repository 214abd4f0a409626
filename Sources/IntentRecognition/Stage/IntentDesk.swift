import Messages
import PatternMatching
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

    /// What the trained model knows that no app wants; for the log.
    var unknownIntents: [String] { trained?.unknownIntents ?? [] }
}
