import Glibc
import SaybusSupport
import Subprocess

extension ProcessCommand {
    /// Runs the program without input to its end, and keeps what it writes.
    ///
    /// On timeout or cancellation, the program's process group gets `SIGTERM`, and is killed after `grace`.
    /// The program has ended when it has exited, even if a child of it still has its output open. Such a child may
    /// run until the timeout: then the rest of the process group is ended in the same way.
    /// - Parameters:
    ///   - limit: Bytes kept of standard output, and of standard error.
    ///   - directory: The program's working directory; nil keeps that of this process.
    ///   - timeout: Time that the program may take; nil for no limit.
    /// - Throws: `CancellationError` when the task was cancelled; the program has been ended then.
    package func capture(
        limit: Int, directory: String? = nil, timeout: Duration? = nil, grace: Duration = .milliseconds(500)
    ) async throws(CancellationError) -> Result<CapturedRun, ProcessError> {
        let began = ContinuousClock.now
        let processID = Watched<pid_t?>(nil)
        let (result, isLate) = await withTaskGroup(of: Result<CapturedRun, ProcessError>?.self) { group in
            group.addTask {
                await run(limit: limit, directory: directory, grace: grace) { id in processID.change { $0 = id } }
            }
            if let timeout {
                group.addTask {
                    try? await Task.sleep(for: timeout)
                    return nil
                }
            }
            var isLate = false
            while let first = await group.next() {
                // Cancels the task that is left: the timer or the program.
                group.cancelAll()
                if let first { return (first, isLate) }
                isLate = true
            }
            return (.failure(ProcessError(.notStarted, "the program was not run")), isLate)
        }
        // The group keeps its id as long as one process lives in it.
        if isLate || Task.isCancelled, let id = processID.value, id > 1 { kill(-id, SIGKILL) }
        if Task.isCancelled { throw CancellationError() }
        if let timeout, !isLate, let left = processID.value.flatMap(LeftProcessGroup.init) {
            // Nobody waits for the children that a program leaves behind.
            Task.detached { await left.end(at: began + timeout, grace: grace) }
        }
        if isLate { return .failure(ProcessError(.timeout, "it did not end in time and was stopped")) }
        return result
    }

    private func run(
        limit: Int, directory: String?, grace: Duration, started: @Sendable (pid_t) -> Void
    ) async -> Result<CapturedRun, ProcessError> {
        do {
            let run = try await Subprocess.run(
                configuration(grace: grace, directory: directory), input: .none, output: .sequence, error: .sequence
            ) { execution in
                started(execution.processIdentifier.value)
                async let errors = Self.read(execution.standardError, limit: limit)
                let output = try await Self.read(execution.standardOutput, limit: limit)
                return (output, try await errors)
            }
            let (output, errors) = run.closureResult
            return .success(
                CapturedRun(termination: ProcessTermination(run.terminationStatus), output: output, errors: errors))
        } catch {
            return .failure(ProcessError(error))
        }
    }

    private static func read(_ stream: SubprocessOutputSequence, limit: Int) async throws -> CapturedRun.Output {
        var output = CapturedRun.Output()
        for try await buffer in stream {
            // A program that writes without end would keep this loop busy after its time.
            if Task.isCancelled { break }
            buffer.withUnsafeBytes { output.append($0, limit: limit) }
        }
        return output
    }
}
