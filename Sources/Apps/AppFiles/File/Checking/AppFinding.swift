/// A finding about an app file.
public struct AppFinding: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Codable {
        /// The app cannot run.
        case error
        /// The app runs, but not as intended.
        case warning
    }

    /// The severity.
    public let severity: Severity
    /// The kind of the finding: a code of ``AppFileError/Problem``, or of a warning.
    public let code: String
    /// The file's name as it was given.
    public let file: String
    /// The line, from 1; nil for the whole file.
    public let line: Int?
    /// The column, from 1.
    public let column: Int?
    /// The finding, the expectation and the remedy.
    public let message: String

    init(_ problem: AppFileError.Problem) {
        (severity, code, file) = (.error, problem.code.rawValue, problem.file)
        (line, column, message) = (problem.line, problem.column, problem.reason)
    }

    init(_ code: WarningCode, _ file: String, _ place: AppFileMap.Place?, _ message: String) {
        (severity, self.code, self.file) = (.warning, code.rawValue, file)
        (line, column, self.message) = (place?.line, place?.column, message)
    }

    /// The finding as `file:line:column: warning: message`.
    public var description: String {
        let place = line.map { line in ":\(line)" + (column.map { ":\($0)" } ?? "") } ?? ""
        return "\(file)\(place): \(severity.rawValue): \(message)"
    }
}
