import Foundation
import Subprocess
import Synchronization

/// One run of a child program; the only file that knows how processes are made.
///
/// It runs in a session of its own, so that a Ctrl-C reaches the supervisor alone, and on a leash (``ParentDeathSignal``): it ends with the supervisor,
/// even with one that is killed.
final class ChildProcess: Sendable {
    private struct State {
        var processID: pid_t?
        var pending: [Int32] = []
        var isOver = false
    }

    /// How many of its last lines are kept.
    private static let memory = 20

    private let program: ChildProgram
    private let launcher: String
    private let running: RunningProcesses
    private let state = Mutex(State())
    private let recent = Mutex<[String]>([])

    /// A run that has not begun. `launcher` is the `saybus` program.
    init(_ program: ChildProgram, launcher: String, running: RunningProcesses) {
        (self.program, self.launcher, self.running) = (program, launcher, running)
    }

    /// What it said last about itself: the line that tells why it ended, when there is one.
    var lastWords: String? {
        let lines = recent.withLock { $0 }
        let label = (program.path.split(separator: "/").last.map(String.init) ?? program.path) + ": "
        return lines.last { $0.hasPrefix(label) || $0.hasPrefix("Error: ") } ?? lines.last { !$0.isEmpty }
    }

    /// Runs it to its end.
    func run(_ line: @escaping @Sendable (String) -> Void) async -> Supervisor.End {
        var options = PlatformOptions()
        options.createSession = true
        let configuration = Configuration(
            executable: .path(Self.path(launcher)),
            arguments: Arguments(ParentDeathSignal.arguments(program: program.path, arguments: program.arguments)),
            platformOptions: options)
        do {
            let run = try await Subprocess.run(
                configuration, input: .none, output: .sequence, error: .combinedWithOutput
            ) { [self] execution in
                let processID = execution.processIdentifier.value
                began(processID)
                var splitter = LineSplitter()
                do {
                    for try await buffer in execution.standardOutput {
                        let lines = buffer.withUnsafeBytes { splitter.take($0) }
                        for text in lines { hear(text, line) }
                    }
                } catch {
                    hear("its output cannot be read: \(error)", line)
                }
                if let text = splitter.rest() { hear(text, line) }
                // Until here its number is its own: it has not been reaped.
                await Self.exit(of: processID)
                over(processID)
            }
            switch run.terminationStatus {
            case .exited(let code): return .exited(code)
            case .signaled(let signal): return .signalled(signal)
            }
        } catch {
            return .notStarted(LineSplitter.printable("\(error)"))
        }
    }

    /// Sends a signal, also to one that is just being started; `SIGKILL` goes to all that it has started, too.
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

    /// What it has started and left behind ends with it.
    private func over(_ processID: pid_t) {
        running.remove(processID)
        state.withLock { state in
            state.isOver = true
            kill(-processID, SIGKILL)
        }
    }

    private func hear(_ text: String, _ line: @Sendable (String) -> Void) {
        recent.withLock { recent in
            recent.append(text)
            if recent.count > Self.memory { recent.removeFirst() }
        }
        line(text)
    }

    /// Waits for a child's exit and leaves it to be reaped. It has closed its output: this takes no time, as a rule.
    private static func exit(of processID: pid_t) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var information = siginfo_t()
                while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }

    /// A file path of whichever type the caller wants: it comes from a module that is not imported here.
    private static func path<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
    where Path.StringLiteralType == String {
        Path(stringLiteral: text)
    }
}
