import SaybusBus
import SaybusProcesses

/// The checks of starts that must fail: their exit codes and the text on standard error.
struct StartupChecks: Sendable {
    let command: StageCommand
    let options: ConformanceOptions

    /// Starts the program without a broker.
    func noBus() async -> ConformanceResult {
        await result(.noBus) {
            let address = try BusAddress.temporary()
            let program = try start([], bus: address.url)
            let code = try await end(of: program, within: options.noBusTime, "there is no broker at \(address)")
            guard code == 69 else { throw Verdict.failed("expected exit code 69, got \(code): \(said(program))") }
            guard program.lines(.standardError).contains(where: { $0.contains("broker") }) else {
                throw Verdict.failed("expected a line that says that no broker answers, got \(said(program))")
            }
        }
    }

    /// Starts the program with an unknown option.
    func usage() async -> ConformanceResult {
        await result(.usage) {
            let program = try start(["--no-such-option-as-this"], bus: BusAddress.temporary().url)
            let code = try await end(of: program, within: options.startTime, "an option is unknown")
            guard code == 64 else { throw Verdict.failed("expected exit code 64, got \(code): \(said(program))") }
            guard !program.lines(.standardError).isEmpty else {
                throw Verdict.failed("expected a line on standard error that says what is wrong")
            }
        }
    }

    private func start(_ more: [String], bus: String) throws -> ObservedProcess {
        try command.start(more, environment: ["SAYBUS_BUS": bus])
    }

    private func end(of program: ObservedProcess, within time: Duration, _ why: String) async throws -> Int32 {
        guard let code = await program.exitCode(within: time) else {
            throw Verdict.failed("expected it to end, for \(why); it still runs after \(time.components.seconds) s")
        }
        return code
    }

    private func said(_ program: ObservedProcess) -> String {
        let lines = program.lines(.standardError).suffix(3)
        return lines.isEmpty ? "it says nothing" : lines.map { String($0.prefix(200)) }.joined(separator: " / ")
    }

    private func result(_ check: ConformanceCheck, _ body: () async throws -> Void) async -> ConformanceResult {
        let start = ContinuousClock.now
        do {
            try await body()
            return ConformanceResult(check, .passed, took: .now - start)
        } catch Verdict.failed(let detail) {
            return ConformanceResult(check, .failed, took: .now - start, detail: detail)
        } catch {
            return ConformanceResult(check, .failed, took: .now - start, detail: "\(error)")
        }
    }
}
