import ArgumentParser
import SaybusMessages

/// The options of stages that may run in several instances at once.
public struct ReplicaOptions: ParsableArguments {
    /// Whether to work only while no other instance does.
    @Flag(
        help: ArgumentHelp(
            "Run as a standby: take over when no other instance of this role is active.",
            discussion: "Without this option an instance is active from its start, even beside others."))
    public var standby = false

    /// The share of the sessions to serve.
    @Option(
        help: ArgumentHelp(
            "Process only share i (from 0) of n of all conversations, such as 0/4. Each other share needs its own instance.",
            valueName: "i/n"),
        transform: { try BucketShare.option($0) })
    public var buckets: BucketShare?

    /// Creates options with their default values, for the parser.
    public init() {}

    /// The mode that the options choose: on standby, and for a share of the sessions.
    public var replicaMode: ReplicaMode { ReplicaMode(standby: standby, share: buckets) }
}
