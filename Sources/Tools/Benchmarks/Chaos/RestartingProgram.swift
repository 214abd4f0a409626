import Foundation
import Synchronization

/// A program that is restarted immediately whenever it ends.
final class RestartingProgram: Sendable {
    private struct State {
        var process: Process?
        var killed: ContinuousClock.Instant?
        var isOver = false
    }

    let name: String
    private let program: URL
    private let arguments: [String]
    private let log: FileHandle
    private let state = Mutex(State())

    init(_ name: String, _ arguments: [String], log path: String) throws {
        self.name = name
        self.arguments = arguments
        program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("saybus-\(name)")
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        log = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try start()
    }

    private func start() throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = log
        process.standardError = log
        process.terminationHandler = { [weak self] _ in
            guard let self, !self.state.withLock({ $0.isOver }) else { return }
            try? self.start()
        }
        try process.run()
        let isOver = state.withLock { state in
            state.process = process
            return state.isOver
        }
        if isOver { process.terminate() }
    }

    /// Kills the program with SIGKILL.
    func kill() {
        state.withLock { state in
            guard let process = state.process, process.isRunning else { return }
            // Of several kills before recovery the first counts.
            if state.killed == nil { state.killed = .now }
            Glibc.kill(process.processIdentifier, SIGKILL)
        }
    }

    /// Records that the process with this id is ready.
    /// - Returns: The milliseconds since the kill; nil if the program was not killed, or runs in another
    ///   process by now.
    func recordReady(_ processID: Int) -> Double? {
        state.withLock { state in
            guard let killed = state.killed, state.process?.processIdentifier == Int32(processID) else { return nil }
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
        process?.terminate()
        process?.waitUntilExit()
    }
}
