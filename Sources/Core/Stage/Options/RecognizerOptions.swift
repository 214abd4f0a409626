import ArgumentParser
import SaybusMessages

/// The options of the recognizing stages, which can also run as shadows.
public struct RecognizerOptions: ParsableArguments {
    /// The options of all replicas.
    @OptionGroup public var replica: ReplicaOptions

    /// Whether to run as a shadow.
    @Flag(
        help: ArgumentHelp(
            "Work on the same input as the others and publish under shadow kinds, on which nobody acts.",
            discussion: "saybus-tap shadow compares them."))
    public var shadow = false

    /// Creates options with their default values, for the parser.
    public init() {}

    /// Checks the options beyond their syntax.
    public func validate() throws {
        if shadow, replica.standby {
            throw ValidationError("Choose --shadow or --standby: a shadow takes nobody's place.")
        }
    }

    /// The mode that the options choose.
    public var placement: ReplicaMode {
        var placement = replica.placement
        placement.isShadow = shadow
        return placement
    }
}
