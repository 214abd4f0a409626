import ArgumentParser
import SaybusMessages

/// The options of stages of which several may run at once.
public struct ReplicaOptions: ParsableArguments {
    /// Whether to work only while no other does.
    @Flag(
        help: ArgumentHelp(
            "Take over when no other instance of this role works, and stand ready until then.",
            discussion: "Without it an instance works from its start, whoever else does."))
    public var standby = false

    /// The share of the conversations.
    @Option(
        help: ArgumentHelp(
            "Serve the share i (from 0) of n of all conversations, such as 0/4; the others need an instance each.",
            valueName: "i/n"),
        transform: { text in
            guard let share = BucketShare(rawValue: text) else {
                throw ValidationError(
                    "--buckets takes i/n with i from 0 to n-1 and n from 1 to 256, such as 0/4, not \"\(text)\".")
            }
            return share
        })
    public var buckets: BucketShare?

    /// The parser makes them.
    public init() {}

    /// What they say.
    public var placement: ReplicaMode { ReplicaMode(standby: standby, share: buckets) }
}
