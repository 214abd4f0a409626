/// What a matcher makes of a text: how likely its command is meant, and with what.
public struct CommandSuggestion: Sendable, Equatable {
    /// 0…1, or a place on the scale of ``Confidence``. Below ``Confidence/likely`` the command is not carried out.
    public var confidence: Double
    /// What was found in the text, by name.
    public var parameters: Command.Parameters

    /// Creates a suggestion. A confidence that is no number counts as none; others are taken into 0…1.
    public init(confidence: Double, parameters: Command.Parameters = [:]) {
        self.confidence = confidence > 0 ? min(1, confidence) : 0
        self.parameters = parameters
    }

    /// Whether the command would be carried out if nothing is surer.
    public var isLikely: Bool { confidence >= Confidence.likely }
}
