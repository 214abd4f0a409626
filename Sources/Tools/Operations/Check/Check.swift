import SaybusAppFiles
import SaybusConversation
import SaybusMessages
import SaybusStage
import SaybusTerminal
import SaybusTranscription

/// `saybus check`: validates app files.
public struct Check: Sendable {
    /// The paths of the files.
    let files: [String]
    /// Whether the findings are printed as JSON.
    public let isJSON: Bool

    /// Creates a check of some files.
    public init(_ files: [String], isJSON: Bool = false) { (self.files, self.isJSON) = (files, isJSON) }

    /// Prints the findings.
    /// - Returns: `configuration` when an app has an error, else `noInput` when a file cannot be read; nil when all
    ///   apps can run.
    public func run(_ output: TextOutput = .standardOutput) async throws -> StageFailure.Code? {
        let check = AppCheck(files: files)
        let findings = sorted(check.findings + (await engineFindings()))
        if isJSON {
            output.json(try JSONValue(findings).text(indented: true))
        } else {
            for finding in findings { output.line(LineSplitter.printable(finding.description)) }
            let errors = findings.count { $0.severity == .error }
            let warnings = findings.count - errors
            let counts = [(files.count, "file"), (errors + check.unlistedErrors, "error"), (warnings, "warning")]
            output.line(counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", "))
        }
        guard check.hasErrors else { return nil }
        return check.onlyLacksFiles ? .noInput : .configuration
    }

    /// Returns warnings about languages and voices that no engine on this machine knows.
    private func engineFindings() async -> [AppFinding] {
        let check = EngineCheck(files: files)
        let voices = check.voices.isEmpty ? nil : await VoiceNames.installed()
        return check.findings {
            RecognitionEngine.problem(withLanguage: $0)
        } voices: {
            voices?.problem(withVoice: $0)
        }
    }

    /// Returns the findings by file in the given order, then by position.
    private func sorted(_ findings: [AppFinding]) -> [AppFinding] {
        let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return findings.enumerated().sorted { one, other in
            let places = [one, other].map { index, finding in
                (order[finding.file] ?? 0, finding.line ?? 0, finding.column ?? 0, index)
            }
            return places[0] < places[1]
        }.map(\.element)
    }

    /// The JSON Schema of app files, indented: the output of `saybus check --schema`.
    public static var schema: String { AppFileSchema.json.text(indented: true) }
}
