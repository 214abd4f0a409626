import ArgumentParser
import SaybusMessages

/// The options that every stage has.
public struct StageOptions: ParsableArguments, Sendable {
    /// The options that every program on the bus has.
    @OptionGroup public var common: BusOptions

    /// This process's name among those of its role.
    @Option(
        help: ArgumentHelp(
            "The name of this instance among those of its role; default: engine and process id.", valueName: "name"))
    public var instance: String?

    /// The options for metrics and traces.
    @OptionGroup public var telemetry: TelemetryOptions

    /// Creates options with their default values, for the parser.
    public init() {}

    /// Checks the options beyond their syntax.
    public func validate() throws {
        if let instance, Source(role: Role("stage"), instance: instance) == nil {
            throw ValidationError(
                "--instance takes 1 to 64 letters a to z, digits, dots, underscores or hyphens, not \"\(instance)\".")
        }
    }
}
