import Foundation
import SaybusStage

/// Makes a program end with the process that started it, however that ends.
///
/// Linux sends a process a signal of its choice when its parent dies (`PR_SET_PDEATHSIG` in prctl(2)); the wish survives `execve`. A process
/// can only wish so for itself, hence the detour: the supervisor starts this program with the `launch` command, which wishes and then
/// becomes the program. The signal is `SIGKILL`: a supervisor that dies by force can look after nothing, and what it leaves must not hold
/// the bus. Strictly it comes when the parent's *thread* ends; swift-subprocess starts all from one that lives as long as the process.
public enum ParentDeathSignal {
    /// The hidden command's name.
    public static let command = "launch"

    private typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    private static let setParentDeathSignal: Int32 = 1

    /// The arguments that make `saybus` start a program on a leash held by this process.
    static func arguments(program: String, arguments: [String]) -> [String] {
        [command, "--parent", "\(getpid())", "--", program] + arguments
    }

    /// Becomes a program that ends with its parent.
    /// - Parameters:
    ///   - parent: The process that holds the leash; when it has gone already, nothing is started.
    ///   - command: The program's path and its arguments.
    /// - Throws: ``StageFailure`` when that fails; does not return otherwise.
    public static func become(_ command: [String], parent: Int32) throws -> Never {
        guard let program = command.first else { throw StageFailure(.usage, "launch needs a program") }
        // C's variadic functions are not callable from Swift, hence the detour by the symbol. For whole numbers the calling conventions of
        // Linux on x86-64 and arm64 pass the same registers either way.
        guard let symbol = dlsym(nil, "prctl") else { throw StageFailure(.failed, "this system has no prctl") }
        let prctl = unsafeBitCast(symbol, to: Prctl.self)
        guard prctl(setParentDeathSignal, UInt(SIGKILL), 0, 0, 0) == 0 else {
            throw StageFailure(.failed, "cannot tie \(program) to its parent: \(String(cString: strerror(errno)))")
        }
        // It may have died before the wish was made.
        guard getppid() == parent else { throw StageFailure(.failed, "the process that started \(program) has gone") }
        // This may be a thread of libdispatch's, which blocks signals, and a program inherits what its first thread blocks.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        var words = command.map { strdup($0) }
        words.append(nil)
        execv(program, words)
        let reason = String(cString: strerror(errno))
        for word in words { free(word) }
        throw StageFailure(.unavailable, "cannot start \(program): \(reason)")
    }
}
