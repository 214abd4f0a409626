import SaybusDispatch

/// A matcher's result for a text: the confidence that its command is meant, and the parameters.
public struct CommandSuggestion: Sendable, Equatable {
    /// The confidence, 0…1; see `Confidence`. Below `Confidence.likely` the command is not carried out.
    public var confidence: Double
    /// The parameters found in the text, by name.
    public var parameters: Command.Parameters

    /// Creates a suggestion. The confidence is clamped to 0…1; NaN counts as none.
    public init(confidence: Double, parameters: Command.Parameters = [:]) {
        self.confidence = confidence > 0 ? min(1, confidence) : 0
        self.parameters = parameters
    }

    /// Whether the command is carried out unless another one has a higher confidence.
    public var isLikely: Bool { confidence >= Confidence.likely }
}
