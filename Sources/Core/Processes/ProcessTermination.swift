/// The way in which a process ended.
package enum ProcessTermination: Sendable, Equatable {
    /// By itself, with an exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)

    /// The exit code as a shell reports it: after a signal, 128 plus the signal's number.
    package var shellCode: Int32 {
        switch self {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal
        }
    }
}
