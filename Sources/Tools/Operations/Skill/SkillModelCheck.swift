import SaybusMessages
import SaybusSkillHosting
import SaybusTerminal

/// `saybus skill check`: validates an interaction model.
public struct SkillModelCheck: Sendable {
    private let file: String
    private let isJSON: Bool

    /// Creates a check of a model's file, or of a skill's description or folder.
    public init(_ file: String, isJSON: Bool = false) { (self.file, self.isJSON) = (file, isJSON) }

    /// Prints the findings.
    /// - Throws: `StageFailure` when the file is no model.
    public func run(_ output: TextOutput = .standardOutput) throws {
        let check = SkillCheck(try SkillModel(ofSkill: file))
        guard !isJSON else { return output.json(try JSONValue(check.findings).text(indented: true)) }
        for finding in check.findings { output.line(LineSplitter.printable(finding.description)) }
        let warnings = check.findings.count { $0.severity == .warning }
        output.line(
            "used: " + check.used.map { "\($0.count) \($0.what)" }.joined(separator: ", ")
                + "; \(warnings) warnings, \(check.findings.count - warnings) without use")
    }
}
