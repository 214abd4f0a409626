import Foundation

/// The signal that Linux sends to a process when its parent dies (`PR_SET_PDEATHSIG` in prctl(2)).
///
/// The setting survives `execve`, and a process can make it only for itself. A program that must end with its
/// parent is therefore started through a helper program, which makes the setting and then replaces itself by
/// the program. Strictly the signal comes when the parent's *thread* ends; swift-subprocess starts all
/// children from a thread that lives as long as the process.
package enum ParentDeathSignal {
    private typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    private static let setParentDeathSignal: Int32 = 1

    /// Makes this process end by `SIGKILL` when its parent dies.
    /// - Parameter parent: The process that must still be the parent.
    package static func request(parent: pid_t) throws(ProcessError) {
        // Swift cannot call C's variadic functions, so the function is called through its symbol. For integer
        // arguments, variadic and other functions use the same registers on Linux on x86-64 and arm64.
        guard let symbol = dlsym(nil, "prctl") else { throw ProcessError(.notStarted, "this system has no prctl") }
        let prctl = unsafeBitCast(symbol, to: Prctl.self)
        guard prctl(setParentDeathSignal, UInt(SIGKILL), 0, 0, 0) == 0 else {
            throw ProcessError(.notStarted, errno: errno)
        }
        // The parent may have died before the setting was made.
        guard getppid() == parent else { throw ProcessError(.orphaned, "the parent process has gone") }
    }
}
