import SaybusMessages
import SaybusTerminal

/// The result of an evaluation, which is printed for people or as JSON.
public protocol EvaluationReport: Encodable, Sendable {
    /// Returns the report for people.
    func page(_ style: Style) -> String
}

extension EvaluationReport {
    /// Prints the report.
    /// - Parameters:
    ///   - asJSON: Whether to print it as JSON rather than for people.
    ///   - output: The destination.
    public func print(asJSON: Bool, to output: TextOutput = .standardOutput) throws {
        output.line(try asJSON ? JSONValue(self).text(indented: true) : page(output.style))
    }
}
