import ArgumentParser
import SaybusTelemetry

/// The options for metrics and traces, which every program that runs for long has.
public struct TelemetryOptions: ParsableArguments, Sendable {
    /// The address at which metrics are served; nil serves none.
    @Option(help: .metrics, transform: { try ListeningAddress.option($0) })
    public var metrics: ListeningAddress?

    /// The collector to which traces are sent; nil means that of the environment.
    @Option(
        help: ArgumentHelp(
            "Send turns as traces to a collector of OpenTelemetry over OTLP/HTTP, such as http://localhost:4318; default: the environment's OTEL_EXPORTER_OTLP_ENDPOINT, else none.",
            valueName: "url"),
        transform: { text in
            guard let address = CollectorAddress(text) else {
                // A password is not repeated.
                let given = text.contains("@") ? "one with a user or a password" : "\"\(text)\""
                throw ValidationError(
                    "--traces takes the http:// URL of a collector, such as http://localhost:4318, not \(given).")
            }
            return address
        })
    public var traces: CollectorAddress?

    /// Creates options with their default values, for the parser.
    public init() {}
}
