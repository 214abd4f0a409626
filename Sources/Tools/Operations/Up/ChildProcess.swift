import Foundation
import SaybusMessages
import SaybusProcesses
import SaybusTerminal
import Synchronization

/// One run of a program of the pipeline, as a child process.
///
/// The process leads a session of its own, so that a Ctrl-C reaches only the supervisor. It ends when the supervisor
/// ends, even by `SIGKILL`: see ``ChildLauncher``.
final class ChildProcess: Sendable {
    /// The program's last lines, which may say why it ends.
    private struct RecentOutput {
        var reason: String?
        var last: String?
        /// The first lines, without their numbers.
        var lines: Set<String> = []
        var isReady = false
    }

    private struct State {
        var processID: pid_t?
        var pending: [Int32] = []
        var isOver = false
    }

    /// The beginning of the line that a program prints when it is ready.
    static let readyWords = "ready role="
    /// The most lines that are remembered.
    private static let maximumLines = 64

    private let program: ChildProgram
    private let launcher: String
    private let running: RunningProcesses
    private let silenced: Set<String>
    private let state = Mutex(State())
    private let recent = Mutex<RecentOutput>(RecentOutput())
    private let splitter = Mutex(LineSplitter())

    /// Creates a run that has not begun.
    /// - Parameters:
    ///   - program: The program.
    ///   - launcher: The `saybus` program.
    ///   - running: Gets the process id.
    ///   - silenced: Lines, without their numbers, that are not told of until the program is ready.
    init(_ program: ChildProgram, launcher: String, running: RunningProcesses, silenced: Set<String> = []) {
        (self.program, self.launcher, self.running, self.silenced) = (program, launcher, running, silenced)
    }

    /// The first lines, without their numbers.
    var lines: Set<String> { recent.withLock { $0.lines } }

    /// The last line that begins with the program's name or `Error:`, or that names a fatal error of Swift, since it
    /// usually says why the program ended; else a sentence that quotes the last line that is not empty.
    var lastMessage: String? {
        let recent = recent.withLock { $0 }
        return recent.reason ?? recent.last.map { "its last line was \"\($0)\"" }
    }

    /// The continuation of a sentence about the program's end: the line that says why it ended, or else the last line
    /// as such.
    var lastWords: String {
        let recent = recent.withLock { $0 }
        return recent.reason.map { ": \($0)" } ?? recent.last.map { "; its last line was \"\($0)\"" } ?? ""
    }

    private var label: String { (program.path.split(separator: "/").last.map(String.init) ?? program.path) + ": " }

    /// Returns the message of a log line in JSON; any other line as it is.
    private static func message(of line: String) -> String {
        guard line.hasPrefix("{"), let object = try? JSONValue(parsing: Array(line.utf8)),
            case .object(let fields) = object, case .string(let message)? = fields["message"]
        else { return line }
        return message
    }

    /// Returns whether a line usually says why the program ends.
    private func isReason(_ line: String) -> Bool {
        line.hasPrefix(label) || line.hasPrefix("Error: ") || line.contains(": Fatal error: ")
    }

    /// Runs the program to its end.
    /// - Parameters:
    ///   - started: Gets the process id.
    ///   - line: Gets each line that the program writes to standard output or standard error.
    func run(
        started: @escaping @Sendable (pid_t) -> Void = { _ in }, _ line: @escaping @Sendable (String) -> Void
    ) async -> Supervisor.End {
        let command = ProcessCommand(
            launcher, ChildLauncher.arguments(program: program.path, arguments: program.arguments),
            addingToEnvironment: program.environment)
        do {
            let termination = try await command.observe { [self] event in
                switch event {
                case .started(let processID):
                    began(processID)
                    started(processID)
                case .output(let bytes):
                    for text in splitter.withLock({ $0.take(bytes) }) { keep(text, line) }
                case .outputLost(let reason): keep("its output cannot be read: \(reason)", line)
                case .exited(let processID):
                    if let text = splitter.withLock({ $0.rest() }) { keep(text, line) }
                    ended(processID)
                }
            }
            switch termination {
            case .exited(let code): return .exited(code)
            case .signalled(let signal): return .signalled(signal)
            }
        } catch {
            return .notStarted(LineSplitter.printable(error.reason))
        }
    }

    /// The process; nil before it runs.
    var processID: pid_t? { state.withLock(\.processID) }

    /// Sends a signal to the process, or as soon as it runs when it is still being started. `SIGKILL` goes to all
    /// processes of its group.
    func send(_ signal: Int32) {
        state.withLock { state in
            guard !state.isOver else { return }
            if let processID = state.processID {
                kill(signal == SIGKILL ? -processID : processID, signal)
            } else {
                state.pending.append(signal)
            }
        }
    }

    private func began(_ processID: pid_t) {
        running.insert(processID)
        state.withLock { state in
            state.processID = processID
            for signal in state.pending { kill(processID, signal) }
            state.pending = []
        }
    }

    /// Kills the processes that the program has started and left behind.
    private func ended(_ processID: pid_t) {
        running.remove(processID)
        state.withLock { state in
            state.isOver = true
            kill(-processID, SIGKILL)
        }
    }

    private func keep(_ text: String, _ line: @Sendable (String) -> Void) {
        let bare = text.withoutNumbers
        let isTold = recent.withLock { recent in
            // That a program was ready says nothing about its end.
            if !text.isEmpty, !text.hasPrefix(Self.readyWords) { recent.last = Self.message(of: text) }
            if isReason(text) { recent.reason = text }
            if recent.lines.count < Self.maximumLines { recent.lines.insert(bare) }
            if text.hasPrefix(Self.readyWords) { recent.isReady = true }
            return recent.isReady || !silenced.contains(bare)
        }
        if isTold { line(text) }
    }
}
