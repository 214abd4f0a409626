/// Why received frames are not a message: *malformed*, never the end of a stream.
public struct MessageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was wrong.
    public enum Code: String, Sendable, CaseIterable, Codable {
        /// Neither three frames nor four.
        case frameCount = "frame-count"
        /// More than ``RawMessage/maximumSize`` bytes.
        case tooLarge = "too-large"
        /// Frame 0 is not `<kind>/<bucket>/<session>/`.
        case topic
        /// Frame 1 is not the JSON of a header.
        case header
        /// The header's kind or session is not the topic's.
        case mismatch
        /// The header's `v` is not one that this code speaks.
        case unknownVersion = "unknown-version"
        /// No type is registered for the kind.
        case unknownKind = "unknown-kind"
        /// The body is not what the kind's schema says.
        case body
        /// Frame 3 is not the JSON of a stamp.
        case stamp
    }

    /// What was wrong.
    public let code: Code
    /// The same in words, with what was found.
    public let reason: String
    /// Who is said to have sent it, when the header could be read.
    public let source: Source?

    /// An error with a sentence; what a terminal would obey in it is escaped, since it quotes what was received.
    public init(_ code: Code, _ reason: String, source: Source? = nil) {
        (self.code, self.reason, self.source) = (code, reason.safeForTerminal, source)
    }

    /// `malformed message (code): reason`.
    public var description: String { "malformed message (\(code.rawValue)): \(reason)" }
}
