import ArgumentParser
import CSaybusLinux
import Foundation
import SaybusBus
import SaybusSupport

/// A failure that ends a program, with one line for standard error and an exit code for scripts.
public struct StageFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The exit codes, after `sysexits.h`.
    public enum Code: Int32, Sendable {
        /// A failure for which no other code fits.
        case failed = 1
        /// The command line is wrong.
        case usage = 64
        /// The input does not match its schema.
        case badData = 65
        /// An input file cannot be read.
        case noInput = 66
        /// A bus, device, library or model is not available.
        case unavailable = 69
        /// A file cannot be written, for example because the disk is full.
        case inputOutput = 74
        /// The configuration is wrong.
        case configuration = 78
    }

    /// The exit code with which the program ends.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates a failure with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}

/// Runs a program's body. An error becomes one line on standard error and an exit code, and so does lost
/// output. A line that the body prints is written at once, also to a pipe or a file. `SIGPIPE` is ignored from now on.
/// - Parameters:
///   - program: The program's name, which begins the line.
///   - body: The program's work.
/// - Throws: `ExitCode`.
public func reportingFailure(_ program: String, _ body: () async throws -> Void) async throws {
    // The copy of standard error must be made before a C library is silenced by redirecting it.
    _ = StandardError.shared
    // Other programs read the lines while this one runs.
    saybus_buffer_lines()
    // Its work goes on when nobody reads its log any more, such as after a restart of what collects logs. Each write
    // reports a reader that is gone.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    if let format = environment["SAYBUS_LOG"], !format.isEmpty, LogFormat(rawValue: format) == nil {
        let known = LogFormat.allCases.listed()
        throw fail(program, StageFailure(.configuration, "SAYBUS_LOG takes \(known), not \"\(format.prefix(40))\""))
    }
    // `saybus config check` asks only whether a program takes its options.
    if environment[optionCheckVariable] == "1" { return }
    do {
        try OpenFileLimit.require(OpenFileLimit.minimum)
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

/// The environment variable that, being 1, lets programs check their options and do nothing else.
package let optionCheckVariable = "SAYBUS_CHECK_OPTIONS"

private func fail(_ program: String, _ failure: StageFailure) -> ExitCode {
    // The level of an error for the journal (sd-daemon(3)), which knows the service by its standard error even when the
    // program has ended.
    let level = LogFormat.ofEnvironment == .journal ? "<3>" : ""
    StandardError.shared.write("\(level)\(program): \(failure.reason)\n")
    return ExitCode(failure.code.rawValue)
}
