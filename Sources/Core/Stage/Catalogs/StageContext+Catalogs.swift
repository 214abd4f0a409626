import Logging

extension StageContext {
    /// Shows in the status which catalogs are refused, and logs it when that has changed.
    /// - Parameters:
    ///   - catalogs: The catalogs, after a message.
    ///   - kind: The stage's kind of problem for catalogs.
    package func reportRefusals(of catalogs: CatalogRegistry, as kind: some ProblemKind) {
        let problem = catalogs.problem
        guard setProblem(problem, of: kind), let problem else { return }
        logger.warning("a catalog is refused", metadata: ["problem": "\(problem)"])
    }
}
