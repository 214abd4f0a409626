import Foundation
import SaybusMessages
import SaybusProcesses
import Synchronization

/// A program that a campaign kills and freezes. When it ends for another reason, that is a crash. It may be started
/// again whenever it ends.
final class MonitoredProgram: Sendable {
    private struct State {
        var process: SpawnedProcess?
        var killed: ContinuousClock.Instant?
        var isFrozen = false
        /// Whether the campaign has killed the running process.
        var isKilled = false
        var isOver = false
        var crashes: [String] = []
    }

    /// The role of its stage.
    let role: Role
    /// The name of its instance.
    let name: String
    private let command: ProcessCommand
    private let input: Int32?
    private let log: FileHandle
    private let isRestarted: Bool
    private let state = Mutex(State())

    /// Starts a program.
    /// - Parameters:
    ///   - role: The role of its stage.
    ///   - name: The name of its instance.
    ///   - command: The program with its arguments.
    ///   - input: The descriptor that it reads as standard input, which remains the caller's; nil for none.
    ///   - path: The file for its output.
    ///   - isRestarted: Whether it is started again whenever it ends.
    init(
        _ role: Role, _ name: String, _ command: ProcessCommand, input: Int32? = nil, log path: String,
        isRestarted: Bool
    ) throws {
        (self.role, self.name, self.command, self.input) = (role, name, command, input)
        self.isRestarted = isRestarted
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        log = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try start()
    }

    /// Returns the path of a program of Saybus, which is beside this one.
    static func path(of name: String) -> String { "\(directory)/\(name)" }

    /// The directory of this program and of the others.
    static var directory: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    }

    private func start() throws {
        let log = SpawnedProcess.Stream.descriptor(log.fileDescriptor)
        let process = try SpawnedProcess(
            command, input: input.map { .descriptor($0) } ?? .null, output: log, error: log)
        let isOver = state.withLock { state in
            state.process = process
            (state.isFrozen, state.isKilled) = (false, false)
            return state.isOver
        }
        if isOver { process.send(SIGTERM) }
        Task { [weak self] in
            await process.waitForEnd()
            guard let self, self.recordEnd(process) else { return }
            try? self.start()
        }
    }

    /// Records that a process has ended.
    /// - Returns: Whether to start it again.
    private func recordEnd(_ process: SpawnedProcess) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            if !state.isKilled, let termination = process.termination { state.crashes.append("\(termination)") }
            return isRestarted
        }
    }

    /// The ways in which it ended without being told to, or in another way than it was told to.
    var crashes: [String] { state.withLock { $0.crashes } }

    /// The resident memory in MiB; 0 when it does not run.
    var residentMiB: Double {
        guard let id = state.withLock({ $0.process })?.processID,
            let fields = try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8).split(separator: " "),
            fields.count > 1, let pages = Double(fields[1])
        else { return 0 }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }

    /// Kills the program with SIGKILL.
    func kill() {
        state.withLock { state in
            guard let process = state.process, process.termination == nil else { return }
            // Of several kills before recovery the first counts.
            if state.killed == nil { state.killed = .now }
            state.isKilled = true
            process.send(SIGKILL)
        }
    }

    /// Stops the program with SIGSTOP.
    /// - Returns: Whether it ran.
    func freeze() -> Bool {
        state.withLock { state in
            guard let process = state.process, process.termination == nil, !state.isFrozen else { return false }
            state.isFrozen = true
            process.send(SIGSTOP)
            return true
        }
    }

    /// Lets a frozen program go on.
    func thaw() {
        state.withLock { state in
            guard state.isFrozen else { return }
            state.isFrozen = false
            state.process?.send(SIGCONT)
        }
    }

    /// Records that the process with this id is ready.
    /// - Returns: The milliseconds since the kill; nil if the program was not killed, or runs in another
    ///   process by now.
    func recordReady(_ processID: Int) -> Double? {
        state.withLock { state in
            guard let killed = state.killed, state.process?.processID == Int32(exactly: processID) else { return nil }
            state.killed = nil
            return microseconds(.now - killed) / 1000
        }
    }

    /// Ends the program without a restart. A crash meanwhile counts, and so does a program that goes on.
    func end() {
        thaw()
        let process = state.withLock { state in
            defer { state.isOver = true }
            return state.isOver ? nil : state.process
        }
        guard let process else { return }
        process.send(SIGTERM)
        let termination = process.blockingTermination(before: .now + .seconds(10))
        state.withLock { state in
            switch termination {
            case nil: state.crashes.append("has not ended ten seconds after SIGTERM")
            case .signalled(let signal) where signal != SIGTERM && !state.isKilled:
                state.crashes.append("ended by signal \(signal) after SIGTERM")
            default: break
            }
        }
    }
}
