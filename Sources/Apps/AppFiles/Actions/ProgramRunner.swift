import Foundation
import SaybusProcesses
import SaybusSupport

/// A runner of programs with a list of arguments, without a shell, without input, with bounded output and time.
///
/// A program runs in its own session. When its time is up or the task is cancelled, its process group gets
/// SIGTERM, and SIGKILL after ``grace``. A program is finished when it has exited, even if a child process
/// still holds its output. The child gets the same signals when the time is up, unless it has left the group.
struct ProgramRunner: Sendable {
    /// The names of inherited environment variables, in addition to those that begin with `LC_` or `XDG_`.
    ///
    /// They suffice to find programs, the user's files, language, time zone, display and session bus. Secrets
    /// of this process are not inherited.
    static let inheritedNames: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// The folders of programs where the environment has no `PATH`.
    static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

    /// The runner of this program's apps. It reads the environment once, when the first action is run.
    static let shared = ProgramRunner()

    /// Time between SIGTERM and SIGKILL.
    let grace: Duration
    private let inherited: [String: String]

    /// Creates a runner. Programs inherit from `environment`.
    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, grace: Duration = .milliseconds(500)
    ) {
        self.grace = grace
        inherited = environment.filter {
            Self.inheritedNames.contains($0.key) || $0.key.hasPrefix("LC_") || $0.key.hasPrefix("XDG_")
        }.merging(["PATH": Self.defaultPath]) { given, _ in given }
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `CancellationError` when the task was cancelled. The program has then been terminated.
    func run(_ call: ProgramCall) async throws(CancellationError) -> Result<ProgramOutput, ProgramFailure> {
        let command = ProcessCommand(
            call.program, call.arguments, environment: inherited.merging(call.environment) { _, given in given })
        let result = try await command.capture(
            limit: ProgramOutput.limit, directory: call.directory, timeout: call.timeout, grace: grace)
        switch result {
        case .success(let run): return Self.result(of: run, call)
        case .failure(let error): return .failure(Self.failure(error, call))
        }
    }

    private static func result(of run: CapturedRun, _ call: ProgramCall) -> Result<ProgramOutput, ProgramFailure> {
        switch run.termination {
        case .exited(0):
            return .success(
                ProgramOutput(bytes: run.output.bytes, dropped: run.output.dropped + run.errors.dropped))
        case .exited(let code):
            let line = LogLine.first(of: run.errors.bytes, limit: ProgramOutput.lineLimit)
            return .failure(
                ProgramFailure(
                    .exitCode, "\(call.program) ended with code \(code)" + (line.isEmpty ? "" : ": \(line)")))
        case .signalled(let signal):
            return .failure(ProgramFailure(.signal, "\(call.program) was ended by signal \(signal)"))
        }
    }

    private static func failure(_ error: ProcessError, _ call: ProgramCall) -> ProgramFailure {
        switch error.code {
        case .notFound where !call.program.contains("/"):
            ProgramFailure(.notFound, "no program is called \(call.program): install it, or give its path")
        case .notFound:
            ProgramFailure(.notFound, "there is no program at \(call.program), or it may not be run")
        case .badDirectory:
            ProgramFailure(
                .notStarted, "\(call.program) cannot run in the folder \(call.directory ?? "."): is it there?")
        case .timeout:
            ProgramFailure(.timeout, "\(call.program) did not end within \(call.timeout) and was stopped")
        case .notStarted, .inputClosed, .orphaned:
            ProgramFailure(.notStarted, "\(call.program) cannot be run: \(LogLine.clean(error.reason))")
        }
    }
}
