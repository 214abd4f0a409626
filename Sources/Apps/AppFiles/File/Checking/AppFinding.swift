/// Something about an app's file that its author should know.
public struct AppFinding: Sendable, Equatable, Codable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Codable {
        /// The app cannot run.
        case error
        /// The app runs, and does not do what it says.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// What kind of thing: a code of ``AppFileError/Problem``, or of a warning.
    public let code: String
    /// The file's name as it was given.
    public let file: String
    /// The line, from 1; nil when the whole file is meant.
    public let line: Int?
    /// The character in the line, from 1.
    public let column: Int?
    /// What was found, what was expected, what to do.
    public let message: String

    init(_ problem: AppFileError.Problem) {
        (severity, code, file) = (.error, problem.code.rawValue, problem.file)
        (line, column, message) = (problem.line, problem.column, problem.reason)
    }

    init(_ code: WarningCode, _ file: String, _ place: AppFileMap.Place?, _ message: String) {
        (severity, self.code, self.file) = (.warning, code.rawValue, file)
        (line, column, self.message) = (place?.line, place?.column, message)
    }

    /// `file:line:column: warning: message`
    public var description: String {
        let place = line.map { line in ":\(line)" + (column.map { ":\($0)" } ?? "") } ?? ""
        return "\(file)\(place): \(severity.rawValue): \(message)"
    }
}
