import ArgumentParser
import SaybusTelemetry

/// The option for metrics, for programs that send no traces.
public struct MetricsOptions: ParsableArguments, Sendable {
    /// The address at which metrics are served; nil serves none.
    @Option(help: .metrics, transform: { try ListeningAddress.option($0) })
    public var metrics: ListeningAddress?

    /// Creates options with their default values, for the parser.
    public init() {}
}
