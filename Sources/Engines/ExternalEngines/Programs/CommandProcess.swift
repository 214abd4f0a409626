import Glibc
import SaybusProcesses

/// A child program with a socket as its standard input and output. It is killed when this value is destroyed.
public struct CommandProcess: ~Copyable {
    private let process: SpawnedProcess
    /// The parent's end of the socket.
    public var stream: SocketStream

    /// Starts a program.
    /// - Parameters:
    ///   - command: A path, or a name that is looked up in `PATH`, and the arguments.
    ///   - environment: Variables that the program gets besides those of this process.
    ///   - standardError: The descriptor that becomes the program's standard error. A caller whose own standard error
    ///     may be redirected for a while passes a copy made before.
    public init(
        _ command: [String], environment: [String: String] = [:], standardError: Int32 = STDERR_FILENO
    ) throws(EngineFailure) {
        let name = command.first ?? ""
        do throws(ProcessError) {
            let sockets = try ProcessPipe.socketPair()
            defer { close(sockets.child) }
            do throws(ProcessError) {
                process = try SpawnedProcess(
                    ProcessCommand(name, Array(command.dropFirst()), addingToEnvironment: environment),
                    input: .descriptor(sockets.child), output: .descriptor(sockets.child),
                    error: .descriptor(standardError))
            } catch {
                close(sockets.parent)
                throw error
            }
            stream = SocketStream(taking: sockets.parent, name: name)
        } catch {
            throw EngineFailure(.unreachable, "\(name) cannot be started: \(error.reason)")
        }
    }

    /// The way in which a program ended.
    public enum Ending: Sendable, Equatable, CustomStringConvertible {
        /// By itself, with a code.
        case exit(Int32)
        /// By a signal, with its number: 9 is `SIGKILL`.
        case signal(Int32)

        /// The predicate of a sentence that has the program's name as its subject.
        public var description: String {
            switch self {
            case .exit(let code): "ended with exit code \(code)"
            case .signal(let number): "was ended by signal \(number)"
            }
        }
    }

    /// Waits for the end of the program, and blocks the thread meanwhile.
    /// - Returns: Nil when the program is still running at the deadline.
    public func ending(before deadline: ContinuousClock.Instant) -> Ending? {
        switch process.blockingTermination(before: deadline) {
        case .exited(let code): .exit(code)
        case .signalled(let signal): .signal(signal)
        case nil: nil
        }
    }
}
