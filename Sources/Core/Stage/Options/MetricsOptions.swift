import ArgumentParser
import SaybusTelemetry

/// The option for metrics, which every program that runs for long has.
public struct MetricsOptions: ParsableArguments, Sendable {
    /// The address at which metrics are served; nil serves none.
    @Option(
        help: ArgumentHelp(
            "Serve metrics in Prometheus' format at this address, such as 127.0.0.1:9464, under /metrics. Port 0 takes a free one.",
            valueName: "host:port"),
        transform: { text in
            guard let address = ListeningAddress(text) else {
                throw ValidationError("--metrics takes host:port, such as 127.0.0.1:9464, not \"\(text)\".")
            }
            return address
        })
    public var metrics: ListeningAddress?

    /// Creates options with their default values, for the parser.
    public init() {}
}
