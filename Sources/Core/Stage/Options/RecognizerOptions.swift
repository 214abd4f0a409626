import ArgumentParser

/// The options of the recognizing stages, which can also run as shadows.
public struct RecognizerOptions: ParsableArguments {
    /// The options of all replicas.
    @OptionGroup public var replica: ReplicaOptions

    /// Whether to run as a shadow.
    @Flag(
        help: ArgumentHelp(
            "Run as a shadow: process the same input as the active instance, but publish the results under shadow kinds, which no stage acts on.",
            discussion: "\"saybus-tap shadow\" compares them."))
    public var shadow = false

    /// Creates options with their default values, for the parser.
    public init() {}

    /// Checks the options beyond their syntax.
    public func validate() throws {
        if shadow, replica.standby {
            throw ValidationError("Choose --shadow or --standby: a shadow never takes over.")
        }
    }

    /// The mode that the options choose, which may be that of a shadow.
    public var replicaMode: ReplicaMode {
        var replicaMode = replica.replicaMode
        replicaMode.isShadow = shadow
        return replicaMode
    }
}
