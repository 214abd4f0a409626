import SaybusStage
import SaybusTelemetry

/// The metrics and traces of a pipeline: each program serves its metrics at a port of its own.
public struct PipelineTelemetry: Sendable, Equatable {
    /// The address of the supervisor's own metrics, and with the next ports those of its programs; nil for none.
    public var metrics: ListeningAddress?
    /// The collector of all programs' traces; nil leaves it to the environment.
    public var traces: CollectorAddress?

    /// Creates the settings; by default the programs export nothing of their own.
    public init(metrics: ListeningAddress? = nil, traces: CollectorAddress? = nil) {
        (self.metrics, self.traces) = (metrics, traces)
    }

    /// Creates the telemetry that options choose.
    public init(_ options: TelemetryOptions) { self.init(metrics: options.metrics, traces: options.traces) }

    /// Returns the address of a program's metrics; nil for none.
    /// - Parameter number: The program's number, from 0.
    /// - Throws: `StageFailure` when there are not so many ports.
    public func address(of number: Int) throws(StageFailure) -> ListeningAddress? {
        guard var address = metrics else { return nil }
        // A free port that the system chooses has no next ones: each program gets a free one, too.
        guard address.port != 0 else { return address }
        address.port += 1 + number
        guard address.port <= 65_535 else {
            throw StageFailure(
                .configuration, "there are no ports after \(address.port - 1) for the metrics: choose a lower one")
        }
        return address
    }

    /// Returns the arguments for a program.
    /// - Parameters:
    ///   - number: The program's number, from 0.
    ///   - hasTraces: Whether it has turns to trace.
    func arguments(_ number: Int, hasTraces: Bool) throws(StageFailure) -> [String] {
        let address = try address(of: number)
        return (address.map { ["--metrics", "\($0)"] } ?? [])
            + (hasTraces ? traces.map { ["--traces", $0.base] } ?? [] : [])
    }
}

extension ChildProgram {
    /// Returns the program with further arguments before its own.
    func preceded(by further: [String]) -> ChildProgram {
        ChildProgram(
            name: name, path: path, arguments: further + arguments, environment: environment, rule: rule)
    }
}
