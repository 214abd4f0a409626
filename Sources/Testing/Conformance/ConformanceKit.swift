/// The checks whether a program, in any language, behaves as a stage must. They run on a private bus.
///
/// ```swift
/// let kit = ConformanceKit(role: .intent, command: ["/usr/bin/python3", "recognizer.py"])
/// let results = try await kit.run()
/// #expect(results.allSatisfy { $0.outcome != .failed })
/// ```
///
/// The program gets `SAYBUS_BUS` and a `TMPDIR` in its environment. The kit starts it several times, requests it to
/// stop, and kills it.
public struct ConformanceKit: Sendable {
    private let role: ConformanceRole
    private let command: [String]
    private let options: ConformanceOptions

    /// Creates a conformance run to be carried out.
    /// - Parameters:
    ///   - role: The role that the program plays.
    ///   - command: The program's path and its arguments.
    ///   - options: The checks to run, and their timeouts.
    public init(role: ConformanceRole, command: [String], options: ConformanceOptions = ConformanceOptions()) {
        (self.role, self.command, self.options) = (role, command, options)
    }

    /// Carries out the checks.
    /// - Parameter report: Called with each result as soon as it is known.
    /// - Returns: All results, in the order of ``ConformanceCheck``.
    /// - Throws: ``ConformanceError`` when the program cannot be started, and errors of the private bus.
    @discardableResult
    public func run(_ report: @Sendable (ConformanceResult) -> Void = { _ in }) async throws -> [ConformanceResult] {
        guard !command.isEmpty else { throw ConformanceError(.noProgram, "there is no command to try") }
        let stage = StageCommand(words: command, environment: options.environment)
        let checks = ConformanceCheck.allCases.filter(options.checks.contains)
        // This check waits until the program gives up, so it runs in parallel with all others.
        async let noBus = checks.contains(.noBus) ? StartupChecks(command: stage, options: options).noBus() : nil
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
