import ArgumentParser
import SaybusMessages

/// The options of stages that only say what they understand, so that a second opinion does no harm.
public struct RecognizerOptions: ParsableArguments {
    /// What all replicas have.
    @OptionGroup public var replica: ReplicaOptions

    /// Whether to be a second opinion.
    @Flag(
        help: ArgumentHelp(
            "Work on the same input as the others and publish under shadow kinds, on which nobody acts.",
            discussion: "saybus-tap shadow compares them."))
    public var shadow = false

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        if shadow, replica.standby {
            throw ValidationError("Choose --shadow or --standby: a shadow takes nobody's place.")
        }
    }

    /// What they say.
    public var placement: ReplicaMode {
        var placement = replica.placement
        placement.isShadow = shadow
        return placement
    }
}
