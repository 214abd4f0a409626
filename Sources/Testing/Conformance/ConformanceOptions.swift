/// How a trial is held.
public struct ConformanceOptions: Sendable {
    /// How long the program may take to be ready: models take time to load.
    public var startTime = Duration.seconds(20)
    /// How long an answer may take.
    public var patience = Duration.seconds(8)
    /// How long the program may take to see that there is no broker.
    public var noBusTime = Duration.seconds(20)
    /// Which checks; what they need beside is done too.
    public var checks = Set(ConformanceCheck.allCases)
    /// What the program's environment has beside this process's own and `SAYBUS_BUS`.
    public var environment: [String: String] = [:]

    /// All checks, with the usual times.
    public init() {}
}
