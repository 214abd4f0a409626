import SaybusInteractionModels
import SaybusMessages
import SaybusStage

/// Interaction models of files, as catalogs beside those of the bus.
public struct ModelFiles: Sendable {
    /// The models' catalogs, each of an app named after its invocation name.
    public let catalogs: [Catalog]
    /// What of the files could not be used.
    public let problems: [ModelError]

    /// No models.
    public init() { (catalogs, problems) = ([], []) }

    /// Reads files.
    ///
    /// - Throws: `StageFailure` when one cannot be read (exit code 66).
    public init(_ paths: [String]) throws {
        var catalogs: [Catalog] = []
        var problems: [ModelError] = []
        for path in paths {
            do throws(ModelError) {
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
