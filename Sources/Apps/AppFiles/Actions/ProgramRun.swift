import Foundation
import SaybusMessages
import SaybusSupport
import Subprocess

/// One run of a program. No other file of the module creates processes.
struct ProgramRun: Sendable {
    /// The result of a run.
    struct End: Sendable {
        var result: Result<ProgramOutput, ProgramFailure>
        var processID: pid_t?

        /// Kills processes that the program has left behind. The group id stays valid as long as one of them
        /// lives.
        func killGroup() {
            if let processID, processID > 1 { _ = kill(-processID, SIGKILL) }
        }
    }

    private struct Capture: Sendable {
        var bytes: [UInt8] = []
        var dropped = 0
    }

    let call: ProgramCall
    let environment: [String: String]
    let grace: Duration

    func callAsFunction() async -> End {
        var processID: pid_t?
        do {
            let run = try await Subprocess.run(configuration, input: .none, output: .sequence, error: .sequence) {
                execution in
                processID = execution.processIdentifier.value
                async let errors = Self.capture(execution.standardError)
                let output = try await Self.capture(execution.standardOutput)
                return (output, try await errors)
            }
            let (output, errors) = run.closureResult
            return End(result: result(run.terminationStatus, output, errors), processID: processID)
        } catch let error as SubprocessError {
            return End(result: .failure(failure(error)), processID: processID)
        } catch {
            return End(
                result: .failure(ProgramFailure(.notStarted, "\(call.program) was not run to its end: \(error)")),
                processID: processID)
        }
    }

    private var configuration: Configuration {
        var options = PlatformOptions()
        // A new session has its own process group, so that child processes are terminated with the program.
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)
        ]
        var variables: [Environment.Key: String] = [:]
        for (name, value) in environment {
            if let key = Environment.Key(rawValue: name) { variables[key] = value }
        }
        return Configuration(
            executable: call.program.contains("/") ? .path(Self.path(call.program)) : .name(call.program),
            arguments: Arguments(call.arguments), environment: .custom(variables),
            workingDirectory: call.directory.map(Self.path), platformOptions: options)
    }

    /// Returns a file path of the type that the caller needs. That type's module is not imported here.
    private static func path<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
    where Path.StringLiteralType == String {
        Path(stringLiteral: text)
    }

    private static func capture(_ stream: SubprocessOutputSequence) async throws -> Capture {
        var capture = Capture()
        for try await buffer in stream {
            // A program that writes without end would otherwise keep this loop running past its timeout.
            if Task.isCancelled { break }
            buffer.withUnsafeBytes { bytes in
                let kept = bytes.prefix(ProgramOutput.limit - capture.bytes.count)
                capture.bytes += kept
                capture.dropped += bytes.count - kept.count
            }
        }
        return capture
    }

    private func result(
        _ status: TerminationStatus, _ output: Capture, _ errors: Capture
    ) -> Result<ProgramOutput, ProgramFailure> {
        switch status {
        case .exited(0): return .success(ProgramOutput(bytes: output.bytes, dropped: output.dropped + errors.dropped))
        case .exited(let code):
            let said = LogLine.first(of: errors.bytes, limit: ProgramOutput.lineLimit)
            return .failure(
                ProgramFailure(
                    .exitCode, "\(call.program) ended with code \(code)" + (said.isEmpty ? "" : ": \(said)")))
        case .signaled(let signal):
            return .failure(ProgramFailure(.signal, "\(call.program) was ended by signal \(signal)"))
        }
    }

    private func failure(_ error: SubprocessError) -> ProgramFailure {
        switch error.code {
        case .executableNotFound where !call.program.contains("/"):
            ProgramFailure(.notFound, "no program is called \(call.program): install it, or give its path")
        case .executableNotFound:
            ProgramFailure(.notFound, "there is no program at \(call.program), or it may not be run")
        case .failedToChangeWorkingDirectory:
            ProgramFailure(
                .notStarted, "\(call.program) cannot run in the folder \(call.directory ?? "."): is it there?")
        default:
            ProgramFailure(.notStarted, "\(call.program) cannot be run: \(LogLine.clean("\(error)"))")
        }
    }
}
