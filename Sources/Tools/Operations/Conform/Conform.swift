import Foundation
import SaybusConformance
import SaybusMessages
import SaybusStage
import SaybusTerminal

/// `saybus conform`: runs the conformance checks of a role on any program, and prints the results.
public struct Conform: Sendable {
    private let role: ConformanceRole
    private let command: [String]
    private let options: ConformanceOptions
    private let finder: ProgramFinder

    /// Creates a conformance run.
    /// - Parameters:
    ///   - role: The role.
    ///   - command: The program, as a path or as a name beside this program or in `PATH`, and its arguments.
    ///   - options: The settings.
    ///   - finder: The search for the program.
    public init(
        role: ConformanceRole, command: [String], options: ConformanceOptions = ConformanceOptions(),
        finder: ProgramFinder = ProgramFinder()
    ) {
        (self.role, self.command, self.options, self.finder) = (role, command, options, finder)
    }

    /// Runs the checks, and prints each result as it comes and the totals at the end.
    /// - Returns: Whether no check failed.
    /// - Throws: `StageFailure` when there is no such program.
    public func run(isJSON: Bool, output: TextOutput = .standardOutput) async throws -> Bool {
        let kit = ConformanceKit(role: role, command: try resolved(), options: options)
        let page = ConformancePage(style: output.style)
        let results: [ConformanceResult]
        do {
            results = try await kit.run { result in if !isJSON { page.lines(result).forEach(output.line) } }
        } catch let error as ConformanceError {
            throw StageFailure(error.code == .noProgram ? .noInput : .failed, error.reason)
        }
        if isJSON {
            output.json(try JSONValue(results).text(indented: true))
        } else {
            output.line(page.summary(results))
        }
        return !results.contains { $0.outcome == .failed }
    }

    /// Returns the command with the path of its program.
    private func resolved() throws(StageFailure) -> [String] {
        guard let name = command.first else {
            throw StageFailure(.usage, "give the program to test: saybus conform --role ROLE -- COMMAND…")
        }
        if name.contains("/") {
            let path = URL(fileURLWithPath: name).path
            guard access(path, X_OK) == 0 else { throw StageFailure(.noInput, "there is no program \(path)") }
            return [path] + command.dropFirst()
        }
        guard let path = finder.path(of: name) else {
            throw StageFailure(.noInput, "there is no program \(name) in \(finder.directory), nor in PATH")
        }
        return [path] + command.dropFirst()
    }
}
