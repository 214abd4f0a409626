/// What a test waited for did not come.
public struct WaitError: Error, Sendable, CustomStringConvertible {
    /// What was waited for, how long, and where.
    public let description: String

    /// An error that says what was waited for.
    public init(_ what: String, within time: Duration, file: String = #fileID, line: Int = #line) {
        description = "waited up to \(time) for \(what), in vain (\(file):\(line))"
    }
}
