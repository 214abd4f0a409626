import SaybusPatternMatching
import Synchronization

/// The problems for the stage's status: of the engine, of editors, of refused catalogs, and of patterns.
final class IntentProblems: Sendable {
    private struct State {
        var engine: String?
        var editor: String?
        var catalogs: String?
        var patterns: String?
        /// The descriptions of the problems of patterns that are left out now.
        var leftOut: Set<String> = []
    }

    private let state = Mutex(State())

    /// The most severe problem; nil when there is none.
    var sentence: String? { state.withLock { $0.engine ?? $0.editor ?? $0.catalogs ?? $0.patterns } }

    /// Records the outcome of a turn: nil for success, else the engine's problem.
    /// - Returns: Whether it is another one than before.
    func setEngine(_ problem: String?) -> Bool { set(\.engine, problem) }

    /// Records the problem of an editor of transcripts; nil without one.
    /// - Returns: Whether it is another one than before.
    func setEditor(_ problem: String?) -> Bool { set(\.editor, problem) }

    /// Records which catalogs are refused.
    /// - Returns: Whether they are others than before.
    func setCatalogs(_ problem: String?) -> Bool { set(\.catalogs, problem) }

    /// Records which patterns are left out.
    /// - Returns: The problems that are new.
    func setPatterns(_ problems: [PatternProblem]) -> [PatternProblem] {
        state.withLock { state in
            defer { state.leftOut = Set(problems.map(\.description)) }
            state.patterns = problems.first.map { "\(problems.count) patterns are left out: \($0)" }
            return problems.filter { !state.leftOut.contains($0.description) }
        }
    }

    private func set(_ part: WritableKeyPath<State, String?>, _ problem: String?) -> Bool {
        state.withLock { state in
            defer { state[keyPath: part] = problem }
            return state[keyPath: part] != problem
        }
    }
}
