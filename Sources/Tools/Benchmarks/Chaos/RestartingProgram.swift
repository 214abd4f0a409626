import Foundation
import SaybusProcesses
import Synchronization

/// A program that is restarted immediately whenever it ends.
final class RestartingProgram: Sendable {
    private struct State {
        var process: SpawnedProcess?
        var killed: ContinuousClock.Instant?
        var isOver = false
    }

    let name: String
    private let command: ProcessCommand
    private let log: FileHandle
    private let state = Mutex(State())

    init(_ name: String, _ arguments: [String], log path: String) throws {
        self.name = name
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("saybus-\(name)")
        command = ProcessCommand(program.path, arguments)
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        log = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try start()
    }

    private func start() throws {
        let log = SpawnedProcess.Stream.descriptor(log.fileDescriptor)
        let process = try SpawnedProcess(command, output: log, error: log)
        let isOver = state.withLock { state in
            state.process = process
            return state.isOver
        }
        if isOver { process.send(SIGTERM) }
        Task { [weak self] in
            await process.waitForEnd()
            guard let self, !self.state.withLock({ $0.isOver }) else { return }
            try? self.start()
        }
    }

    /// Kills the program with SIGKILL.
    func kill() {
        state.withLock { state in
            guard let process = state.process, process.termination == nil else { return }
            // Of several kills before recovery the first counts.
            if state.killed == nil { state.killed = .now }
            process.send(SIGKILL)
        }
    }

    /// Records that the process with this id is ready.
    /// - Returns: The milliseconds since the kill; nil if the program was not killed, or runs in another
    ///   process by now.
    func recordReady(_ processID: Int) -> Double? {
        state.withLock { state in
            guard let killed = state.killed, state.process?.processID == Int32(processID) else { return nil }
            state.killed = nil
            return microseconds(.now - killed) / 1000
        }
    }

    /// Ends the program without a restart.
    func end() {
        let process = state.withLock { state in
            state.isOver = true
            return state.process
        }
        process?.send(SIGTERM)
        _ = process?.blockingTermination(before: .now + .seconds(10))
    }
}
