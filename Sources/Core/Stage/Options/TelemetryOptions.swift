import ArgumentParser
import SaybusTelemetry

/// The options for metrics and traces, which every program that runs for long has.
public struct TelemetryOptions: ParsableArguments, Sendable {
    /// The address at which metrics are served; nil serves none.
    @Option(help: .metrics, transform: { try ListeningAddress.option($0) })
    public var metrics: ListeningAddress?

    /// The URL of the collector to which traces are sent. It is read after the parser, which quotes what it cannot
    /// read.
    @Option(
        name: .customLong("traces"),
        help: ArgumentHelp(
            "Send turns as traces to a collector of OpenTelemetry over OTLP/HTTP, such as http://localhost:4318; default: the environment's OTEL_EXPORTER_OTLP_ENDPOINT, else none.",
            valueName: "url"))
    var collector: String?

    /// The collector to which traces are sent; nil means that of the environment.
    public var traces: CollectorAddress? { collector.flatMap { CollectorAddress($0) } }

    /// Creates options with their default values, for the parser.
    public init() {}

    /// Checks the options beyond their syntax.
    public func validate() throws {
        guard let collector, traces == nil else { return }
        let given = CollectorAddress.quoted(collector)
        throw ValidationError(
            "--traces takes the http:// URL of a collector, such as http://localhost:4318, not \(given).")
    }
}
