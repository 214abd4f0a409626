import Dispatch
import Foundation
import Glibc
import Synchronization

/// A child program with a socket as its standard input and output; it ends with this value.
public struct CommandProcess: ~Copyable {
    private let processID: pid_t
    /// What it reads and writes.
    public var stream: SocketStream

    /// Starts a program.
    /// - Parameters:
    ///   - command: A path, or a name that is looked for in `PATH`, and the arguments.
    ///   - environment: Variables that it gets besides those of this program.
    ///   - standardError: The descriptor that it gets as its standard error. Where this program's own may lead nowhere for a while, a copy made before.
    public init(
        _ command: [String], environment: [String: String] = [:], standardError: Int32 = STDERR_FILENO
    ) throws(EngineFailure) {
        let name = command.first ?? ""
        func failed(_ error: Int32) -> EngineFailure {
            EngineFailure(.unreachable, "\(name) cannot be started: \(String(cString: strerror(error)))")
        }
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { throw failed(errno) }
        defer { close(sockets[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that what it starts ends with it; and the signals as every program expects them.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var pairs = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pair in pairs { free(pair) } }
        var processID = pid_t()
        let status = posix_spawnp(&processID, name, &actions, &attributes, &arguments, &pairs)
        guard status == 0 else {
            close(sockets[0])
            throw failed(status)
        }
        self.processID = processID
        stream = SocketStream(taking: sockets[0], name: name)
    }

    /// How a program ended.
    public enum Ending: Sendable, Equatable, CustomStringConvertible {
        /// By itself, with a code.
        case exit(Int32)
        /// By a signal.
        case signal(Int32)

        /// In words, after the program's name.
        public var description: String {
            switch self {
            case .exit(let code): "ended with exit code \(code)"
            case .signal(let number): "was ended by signal \(number)"
            }
        }
    }

    /// Waits for its end.
    /// - Returns: Nil when it still runs at the deadline.
    public func ending(before deadline: ContinuousClock.Instant) -> Ending? {
        let box = EndingBox()
        let processID = processID
        Thread.detachNewThread {
            var information = siginfo_t()
            // Left as a zombie until this value goes, which ends the wait of a thread that is too late.
            while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0 {
                guard errno == EINTR else { return box.put(nil) }
            }
            let status = information._sifields._sigchld.si_status
            box.put(information.si_code == CLD_EXITED ? .exit(status) : .signal(status))
        }
        return box.take(before: deadline)
    }

    deinit {
        kill(-processID, SIGKILL)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    }
}

/// An ending on its way from the thread that waits for it.
private final class EndingBox: Sendable {
    private let ending = Mutex<CommandProcess.Ending?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ found: CommandProcess.Ending?) {
        ending.withLock { $0 = found }
        isThere.signal()
    }

    func take(before deadline: ContinuousClock.Instant) -> CommandProcess.Ending? {
        let rest = max(0, Int((deadline - .now) / .milliseconds(1)))
        _ = isThere.wait(timeout: .now() + .milliseconds(rest))
        return ending.withLock { $0 }
    }
}
