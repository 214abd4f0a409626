/// The settings of a conformance run.
public struct ConformanceOptions: Sendable {
    /// Time that the program may take to become ready: models take time to load.
    public var startTime = Duration.seconds(20)
    /// Time that an answer may take.
    public var answerTime = Duration.seconds(8)
    /// Time that the program may take to report that there is no broker.
    public var noBusTime = Duration.seconds(20)
    /// The checks; what they require is done in any case.
    public var checks = Set(ConformanceCheck.allCases)
    /// Variables of the program besides those of this process and `SAYBUS_BUS`.
    public var environment: [String: String] = [:]

    /// All checks, with the default times.
    public init() {}
}
