import CSaybusZeroMQ
import Glibc

/// The error of a call to libzmq that failed.
public struct ZeroMQError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: Sendable, Equatable {
        /// Another socket is bound to the endpoint.
        case addressInUse
        /// The endpoint is not valid, or libzmq lacks its transport.
        case badEndpoint
        /// The endpoint's directory or host does not exist, or access is denied.
        case unreachable
        /// The context has been shut down.
        case terminated
        /// The queue is full, or no message waits.
        case wouldBlock
        /// An option or key was refused.
        case invalidArgument
        /// Any other cause: see ``ZeroMQError/number``.
        case other
    }

    /// The cause that callers distinguish, derived from ``number``.
    public let code: Code
    /// The C library's `errno`.
    public let number: Int32
    /// The operation that failed, such as `bind ipc:///run/saybus/publish`.
    public let operation: String

    /// Creates an error.
    public init(number: Int32, operation: String) {
        self.number = number
        self.operation = operation
        code =
            switch number {
            case EADDRINUSE: .addressInUse
            case EPROTONOSUPPORT, noCompatibleProtocolNumber: .badEndpoint
            case ENODEV, EADDRNOTAVAIL, ENOENT, EACCES, EHOSTUNREACH, ENOTDIR: .unreachable
            case terminatedNumber: .terminated
            case EAGAIN: .wouldBlock
            case EINVAL: .invalidArgument
            default: .other
            }
    }

    /// Returns the error of the call that has just failed on this thread.
    static func last(_ operation: @autoclosure () -> String) -> ZeroMQError {
        ZeroMQError(number: zmq_errno(), operation: operation())
    }

    /// The operation, a colon, and the C library's description of the error.
    public var description: String { "\(operation): \(String(cString: zmq_strerror(number)))" }
}

// `ETERM` and `ENOCOMPATPROTO` are macros of sums, which Swift does not import.
private let terminatedNumber: Int32 = 156_384_712 + 53
private let noCompatibleProtocolNumber: Int32 = 156_384_712 + 52
