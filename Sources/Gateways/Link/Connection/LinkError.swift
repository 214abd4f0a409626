import SaybusStage

/// A failure of the link, of its connection or of its settings.
public struct LinkError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable {
        /// The address, a site's name or an option is malformed.
        case badSetting = "bad-setting"
        /// A file of a certificate, key or seed cannot be used.
        case badFile = "bad-file"
        /// libnats refuses a call.
        case library
        /// The NATS server does not answer.
        case unreachable
    }

    /// The kind of reason.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with a sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }

    /// The failure with which a program ends because of this error.
    public var failure: StageFailure {
        switch code {
        case .badSetting: StageFailure(.usage, reason)
        case .badFile: StageFailure(.configuration, reason)
        case .library, .unreachable: StageFailure(.unavailable, reason)
        }
    }
}
