import SaybusMessages

/// Puts a stage on trial: any program, in any language, on a private bus of its own.
///
/// ```swift
/// let kit = ConformanceKit(role: .intent, command: ["/usr/bin/python3", "recognizer.py"])
/// let results = try await kit.run()
/// #expect(results.allSatisfy { $0.outcome != .failed })
/// ```
///
/// The program gets `SAYBUS_BUS` and a `TMPDIR` in its environment. It is started several times, told to stop, and killed.
public struct ConformanceKit: Sendable {
    private let role: ConformanceRole
    private let command: [String]
    private let options: ConformanceOptions

    /// A trial to be held.
    /// - Parameters:
    ///   - role: What the program claims to be.
    ///   - command: The program's path and its arguments.
    public init(role: ConformanceRole, command: [String], options: ConformanceOptions = ConformanceOptions()) {
        (self.role, self.command, self.options) = (role, command, options)
    }

    /// Holds the trial.
    /// - Parameter report: is told each result as it comes.
    /// - Returns: All results, in the order of ``ConformanceCheck``.
    /// - Throws: ``ConformanceError`` when there is no such program, and what keeps the trial's own bus from working.
    @discardableResult
    public func run(_ report: @Sendable (ConformanceResult) -> Void = { _ in }) async throws -> [ConformanceResult] {
        guard !command.isEmpty else { throw ConformanceError(.noProgram, "there is no command to try") }
        let stage = StageCommand(words: command, environment: options.environment)
        let checks = ConformanceCheck.allCases.filter(options.checks.contains)
        // Waits for its own time limit, beside everything else.
        async let noBus = checks.contains(.noBus) ? LonelyStart(command: stage, options: options).noBus() : nil
        let trial = try ConformanceRun(
            role: role, command: stage, options: options)
        var results: [ConformanceResult] = []
        do {
            for check in checks where check != .noBus {
                let result = try await trial.result(of: check)
                report(result)
                results.append(result)
            }
        } catch {
            await trial.close()
            throw error
        }
        await trial.close()
        if let result = await noBus {
            report(result)
            results.append(result)
        }
        return results
    }
}
