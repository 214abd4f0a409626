import SaybusAppFiles
import SaybusConversation
import SaybusMessages
import SaybusStage
import SaybusTerminal

/// `saybus check`: validates app files.
public struct Check: Sendable {
    /// The paths of the files.
    public let files: [String]
    /// Whether the findings are printed as JSON.
    public let isJSON: Bool

    /// Creates a check of some files.
    public init(_ files: [String], isJSON: Bool = false) { (self.files, self.isJSON) = (files, isJSON) }

    /// Prints the findings.
    /// - Returns: `configuration` when an app has an error, else `noInput` when a file cannot be read; nil when all
    ///   apps can run.
    public func run(_ output: TextOutput = .standardOutput) throws -> StageFailure.Code? {
        let check = AppCheck(files: files)
        if isJSON {
            output.json(try JSONValue(check.findings).text(indented: true))
        } else {
            for finding in check.findings { output.line(LineSplitter.printable(finding.description)) }
            let errors = check.findings.count { $0.severity == .error }
            let warnings = check.findings.count - errors
            let counts = [(files.count, "file"), (errors, "error"), (warnings, "warning")]
            output.line(counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", "))
        }
        guard check.hasErrors else { return nil }
        return check.onlyLacksFiles ? .noInput : .configuration
    }

    /// The JSON Schema of app files.
    public static var schema: String { AppFileSchema.json.text(indented: true) }
}
