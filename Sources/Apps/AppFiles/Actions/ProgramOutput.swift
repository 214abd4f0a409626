import SaybusSupport

/// The output of a program that exited with code 0.
struct ProgramOutput: Sendable, Equatable {
    /// Maximum bytes kept of standard output, and of standard error.
    static let limit = 64 * 1024
    /// Default maximum characters of a spoken line.
    static let lineLimit = 500

    /// The first ``limit`` bytes of standard output.
    var bytes: [UInt8]
    /// Number of dropped bytes of standard output and standard error.
    var dropped: Int

    /// Creates an output.
    init(bytes: [UInt8], dropped: Int = 0) { (self.bytes, self.dropped) = (bytes, dropped) }

    /// Returns the first line, trimmed, with at most so many characters.
    func firstLine(_ limit: Int = Self.lineLimit) -> String {
        LogLine.first(of: bytes, limit: limit)
    }
}
