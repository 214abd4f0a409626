import Foundation
import Subprocess

/// Runs programs: arguments as a list and never through a shell, no input, bounded output, bounded time.
///
/// A program runs in a session of its own. When its time is up, or the task is cancelled, its process group is told to
/// end (SIGTERM), and killed when it has not after ``grace``. A program is over when it has exited, even if another that
/// it started still holds its output.
public struct ProgramRunner: Sendable {
    /// Which variables a program inherits; besides, those whose names begin with `LC_` or `XDG_`.
    ///
    /// Enough to find programs, the user's files, language, time zone, screen and session bus; no secrets that were
    /// given to this process.
    public static let inheritedNames: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// How long a program may take to end by itself after it was told to.
    public let grace: Duration
    private let inherited: [String: String]

    /// Creates a runner; `environment` is what programs inherit from.
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
    /// - Throws: `CancellationError` when the task was cancelled; the program has been ended then.
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
                // Cancelling the timer, or the program: whichever is left.
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
