import Foundation
import Subprocess

/// A runner of programs with a list of arguments, without a shell, without input, with bounded output and time.
///
/// A program runs in its own session. When its time is up or the task is cancelled, its process group gets
/// SIGTERM, and SIGKILL after ``grace``. A program is finished when it has exited, even if a child process
/// still holds its output.
public struct ProgramRunner: Sendable {
    /// The names of inherited environment variables, in addition to those that begin with `LC_` or `XDG_`.
    ///
    /// They suffice to find programs, the user's files, language, time zone, display and session bus. Secrets
    /// of this process are not inherited.
    public static let inheritedNames: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// Time between SIGTERM and SIGKILL.
    public let grace: Duration
    private let inherited: [String: String]

    /// Creates a runner. Programs inherit from `environment`.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, grace: Duration = .milliseconds(500)
    ) {
        self.grace = grace
        inherited = environment.filter {
            Self.inheritedNames.contains($0.key) || $0.key.hasPrefix("LC_") || $0.key.hasPrefix("XDG_")
        }.merging(["PATH": "/usr/local/bin:/usr/bin:/bin"]) { given, _ in given }
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `CancellationError` when the task was cancelled. The program has then been terminated.
    public func run(_ call: ProgramCall) async throws(CancellationError) -> Result<ProgramOutput, ProgramFailure> {
        let program = ProgramRun(
            call: call, environment: inherited.merging(call.environment) { _, given in given }, grace: grace)
        let (ended, isLate) = await withTaskGroup(of: ProgramRun.End?.self) { group in
            group.addTask { await program() }
            group.addTask {
                try? await Task.sleep(for: call.timeout)
                return nil
            }
            var isLate = false
            while let first = await group.next() {
                // Cancels whichever task remains: the timer or the program.
                group.cancelAll()
                if let first { return (first, isLate) }
                isLate = true
            }
            return (ProgramRun.End(result: .failure(ProgramFailure(.notStarted, "the program was not run"))), isLate)
        }
        if isLate || Task.isCancelled { ended.killGroup() }
        if Task.isCancelled { throw CancellationError() }
        if isLate {
            return .failure(
                ProgramFailure(.timeout, "\(call.program) did not end within \(call.timeout) and was stopped"))
        }
        return ended.result
    }
}
