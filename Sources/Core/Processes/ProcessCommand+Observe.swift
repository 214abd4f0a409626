import Dispatch
import Glibc
import SaybusSupport
import Subprocess

/// An event in the life of a process that ``ProcessCommand/observe(_:)`` runs.
package enum ProcessEvent: Sendable {
    /// The process runs, with this id.
    case started(pid_t)
    /// The process has written these bytes on standard output or standard error.
    case output([UInt8])
    /// Nothing more of its output can be read, for this reason.
    case outputLost(String)
    /// The process with this id has ended but has not been reaped, so no other process has its id or its
    /// group's id yet.
    case exited(pid_t)
}

extension ProcessCommand {
    /// Runs the program to its end, and passes each event to a closure as it happens, one at a time.
    ///
    /// The program leads a session of its own: a Ctrl-C in the terminal does not reach it. It is killed when the task
    /// is cancelled.
    /// - Throws: ``ProcessError`` when the program could not be started.
    package func observe(
        _ handle: @escaping @Sendable (ProcessEvent) -> Void
    ) async throws(ProcessError) -> ProcessTermination {
        do {
            let run = try await Subprocess.run(
                configuration(grace: nil), input: .none, output: .sequence, error: .combinedWithOutput
            ) { execution in
                let processID = execution.processIdentifier.value
                handle(.started(processID))
                do {
                    for try await buffer in execution.standardOutput {
                        handle(.output(buffer.withUnsafeBytes { Array($0) }))
                    }
                } catch {
                    handle(.outputLost("\(error)"))
                }
                await Self.waitForExit(of: processID)
                handle(.exited(processID))
            }
            return ProcessTermination(run.terminationStatus)
        } catch {
            throw ProcessError(error)
        }
    }

    /// Waits for a child's exit without reaping it. The child has closed its output, so as a rule this takes no time.
    private static func waitForExit(of processID: pid_t) async {
        await DispatchQueue.global().run {
            var information = siginfo_t()
            while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        }
    }
}
