import Foundation
import SaybusConformance
import SaybusMessages
import SaybusStage
import SaybusTerminal

/// `saybus conform`: puts any program on trial as a stage of a role, and tells how it did.
public struct Conform: Sendable {
    private let role: ConformanceRole
    private let command: [String]
    private let options: ConformanceOptions
    private let finder: ProgramFinder

    /// A trial.
    /// - Parameter command: The program, by path or by a name that is beside this program or in `PATH`, and its arguments.
    public init(
        role: ConformanceRole, command: [String], options: ConformanceOptions = ConformanceOptions(),
        finder: ProgramFinder = ProgramFinder()
    ) {
        (self.role, self.command, self.options, self.finder) = (role, command, options, finder)
    }

    /// Holds the trial, tells each result as it comes, and at the end how many failed.
    /// - Returns: Whether none failed.
    /// - Throws: ``StageFailure`` when there is no such program.
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
            output.line(try JSONValue(results).text(indented: true))
        } else {
            output.line(page.summary(results))
        }
        return !results.contains { $0.outcome == .failed }
    }

    /// The command with its program's path.
    private func resolved() throws(StageFailure) -> [String] {
        guard let name = command.first else {
            throw StageFailure(.usage, "say which program to try: saybus conform --role ROLE -- COMMAND…")
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
