import SaybusInteractionModels
import SaybusMessages
import SaybusStage

/// Interaction models read from files, as catalogs beside those on the bus.
public struct ModelFiles: Sendable {
    /// The models' catalogs; each belongs to an app named after its invocation name.
    public let catalogs: [Catalog]
    /// The parts of the files that cannot be used.
    let problems: [InteractionModelError]

    /// Creates an empty set of models.
    public init() { (catalogs, problems) = ([], []) }

    /// Reads files.
    ///
    /// - Throws: `StageFailure` when a file cannot be read (exit code 66).
    public init(_ paths: [String]) throws {
        var catalogs: [Catalog] = []
        var problems: [InteractionModelError] = []
        for path in paths {
            do throws(InteractionModelError) {
                let model = try InteractionModel(contentsOf: path)
                catalogs.append(model.catalog())
                problems += model.problems
            } catch {
                throw StageFailure(.noInput, "\(error)")
            }
        }
        (self.catalogs, self.problems) = (catalogs, problems)
    }
}
