/// The settings of a conformance run.
public struct ConformanceOptions: Sendable {
    /// Time that the program has to become ready, including the time to load models.
    public var startTime = Duration.seconds(20)
    /// Time that the program has to answer a message.
    public var answerTime = Duration.seconds(8)
    /// Time that the program has to report that there is no broker.
    public var noBusTime = Duration.seconds(20)
    /// The checks to carry out. The steps that they require are taken in any case.
    public var checks = Set(ConformanceCheck.allCases)
    /// Environment variables for the program, in addition to those of this process and `SAYBUS_BUS`.
    public var environment: [String: String] = [:]

    /// Creates options with all checks and the default times.
    public init() {}
}
