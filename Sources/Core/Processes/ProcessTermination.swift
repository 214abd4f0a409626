/// The way in which a process ended.
package enum ProcessTermination: Sendable, Equatable {
    /// The process exited with this code.
    case exited(Int32)
    /// The process was ended by the signal with this number.
    case signalled(Int32)

    /// The exit code as a shell reports it: after a signal, 128 plus the signal's number.
    package var shellCode: Int32 {
        switch self {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal
        }
    }
}
