import Foundation
import SaybusProcesses

/// Prometheus' own judge of metrics and rules, `promtool`.
public enum Promtool {
    /// The path; nil where it is not installed.
    public static let path = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first { (path: String) in
        access(path, X_OK) == 0
    }

    /// Whether it is installed.
    public static var isInstalled: Bool { path != nil }

    /// Runs it.
    /// - Parameter input: The path of a file that it reads as its standard input; nil for none.
    /// - Returns: Its exit code, and all that it has written.
    public static func run(
        _ arguments: [String], input: String? = nil
    ) async throws -> (code: Int32, text: String) {
        let words = ([path ?? "promtool"] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let shell = words + " 2>&1" + (input.map { " <'\($0)'" } ?? "") + "; echo \"exit $?\""
        let run = try await ProcessCommand("/bin/sh", ["-c", shell]).capture(limit: 1 << 20, timeout: .seconds(30))
            .get()
        let text = String(decoding: run.output.bytes, as: UTF8.self)
        let code = text.split(separator: "\n").last.flatMap { Int32($0.dropFirst(5)) } ?? -1
        return (code, text)
    }
}
