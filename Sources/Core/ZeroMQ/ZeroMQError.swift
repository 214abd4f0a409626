import CSaybusZeroMQ

#if canImport(Glibc)
    import Glibc
#endif

/// A call to libzmq that failed.
public struct ZeroMQError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause, as far as callers tell causes apart.
    public enum Code: Sendable, Equatable {
        /// Somebody else is bound to the endpoint.
        case addressInUse
        /// The endpoint's text is none that libzmq understands, or its transport is missing.
        case badEndpoint
        /// The directory or host of the endpoint is missing, or access is denied.
        case unreachable
        /// The context has been shut down.
        case terminated
        /// The other side's queue is full.
        case wouldBlock
        /// An option or key was refused.
        case invalidArgument
        /// Anything else: see ``ZeroMQError/number``.
        case other
    }

    /// The cause.
    public let code: Code
    /// The C library's `errno`.
    public let number: Int32
    /// What was tried, such as `bind ipc:///run/saybus/publish`.
    public let operation: String

    /// An error from its parts.
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

    /// The error of the call that has just failed on this thread.
    static func last(_ operation: @autoclosure () -> String) -> ZeroMQError {
        ZeroMQError(number: zmq_errno(), operation: operation())
    }

    /// `operation: the C library's words`.
    public var description: String { "\(operation): \(String(cString: zmq_strerror(number)))" }
}

/// `ETERM` and `noCompatibleProtocolNumber` are macros of sums, which Swift does not import.
private let terminatedNumber: Int32 = 156_384_712 + 53
private let noCompatibleProtocolNumber: Int32 = 156_384_712 + 52
