import SaybusMessages
import SaybusSupport

/// What a program wrote that ended with code 0.
public struct ProgramOutput: Sendable, Equatable {
    /// The most bytes kept of standard output, and of standard error.
    public static let limit = 64 * 1024
    /// The most characters of a line that is spoken.
    public static let lineLimit = 500

    /// The first ``limit`` bytes of standard output.
    public var bytes: [UInt8]
    /// How many bytes followed and were dropped, standard error's too.
    public var dropped: Int

    /// Output.
    public init(bytes: [UInt8], dropped: Int = 0) { (self.bytes, self.dropped) = (bytes, dropped) }

    /// The first line without blanks around it; at most ``lineLimit`` characters.
    public var firstLine: String { LogLine.first(of: bytes, limit: Self.lineLimit) }
}
