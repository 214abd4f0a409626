/// The departures of a bus line.
public struct Timetable: Sendable {
    /// The number of the line.
    public let line: Int

    /// Creates the timetable of a line.
    public init(line: Int) { self.line = line }

    /// A sentence about the next departure.
    public var announcement: String { "Bus \(line) leaves in five minutes." }
}
