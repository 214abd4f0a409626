import SaybusStage

/// A failure of the MQTT connection or of its settings.
public struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable {
        /// The address, a topic or an option is malformed.
        case badSetting = "bad-setting"
        /// A file of a password, key or certificate cannot be used.
        case badFile = "bad-file"
        /// libmosquitto refuses a call.
        case library
        /// The MQTT broker does not answer.
        case unreachable
        /// The MQTT broker refuses the client.
        case refused
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
        case .library, .unreachable, .refused: StageFailure(.unavailable, reason)
        }
    }
}
