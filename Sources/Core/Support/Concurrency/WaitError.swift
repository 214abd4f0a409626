/// The error of a wait that took too long.
public struct WaitError: Error, Sendable, CustomStringConvertible {
    /// The awaited event, the time limit, and the place in the source.
    public let description: String

    /// Creates an error that names the awaited event.
    public init(_ what: String, within time: Duration, file: String = #fileID, line: Int = #line) {
        description = "waited up to \(time) for \(what), in vain (\(file):\(line))"
    }
}
