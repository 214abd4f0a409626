import Synchronization

/// The problems for the stage's status: of the engine, of editors, of refused catalogs, and of patterns.
final class IntentProblems: Sendable {
    private struct State {
        var engine: String?
        var editor: String?
        var catalogs: String?
        var patterns: String?
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
    func setPatterns(_ problem: String?) { _ = set(\.patterns, problem) }

    private func set(_ part: WritableKeyPath<State, String?>, _ problem: String?) -> Bool {
        state.withLock { state in
            defer { state[keyPath: part] = problem }
            return state[keyPath: part] != problem
        }
    }
}
