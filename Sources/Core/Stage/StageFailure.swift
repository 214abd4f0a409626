import ArgumentParser
import SaybusBus
import SaybusSupport

/// Why a program cannot go on: one clear line for standard error, and the exit code that scripts can tell apart.
public struct StageFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The exit codes, after `sysexits.h`.
    public enum Code: Int32, Sendable {
        /// Something went wrong that no option mends.
        case failed = 1
        /// The command line is wrong.
        case usage = 64
        /// What was given is not as its schema says.
        case badData = 65
        /// An input file cannot be read.
        case noInput = 66
        /// No bus, no device, no library, no model.
        case unavailable = 69
        /// A file cannot be written, for example because the disk is full.
        case inputOutput = 74
        /// The configuration is wrong.
        case configuration = 78
    }

    /// The exit code.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// A failure with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}

/// Runs a program's body; an error becomes one line on standard error and an exit code. So does output that was lost.
/// - Parameter body: What the program does.
public func reportingFailure(_ program: String, _ body: () async throws -> Void) async throws {
    // Before anything silences standard error.
    _ = StandardError.shared
    do {
        try await body()
        if let failure = LostOutput.shared.failure { throw failure }
    } catch let error as StageFailure {
        throw fail(program, error)
    } catch let error as BusError {
        let code: StageFailure.Code =
            switch error.code {
            case .badAddress: .usage
            case .badKey: .configuration
            case .unwritable: .inputOutput
            default: .unavailable
            }
        throw fail(program, StageFailure(code, error.reason))
    } catch let error as any ConfigurationError {
        throw fail(program, StageFailure(.configuration, error.description))
    } catch is CancellationError {
        throw ExitCode(0)
    } catch let error as ExitCode {
        throw error
    } catch {
        throw fail(program, StageFailure(.failed, "\(error)"))
    }
}

private func fail(_ program: String, _ failure: StageFailure) -> ExitCode {
    StandardError.shared.write("\(program): \(failure.reason)\n")
    return ExitCode(failure.code.rawValue)
}
