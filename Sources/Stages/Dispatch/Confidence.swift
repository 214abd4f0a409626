/// Names for six points on the scale of confidence from 0 to 1. ``ConfidenceThresholds`` gives them their effect.
public enum Confidence {
    /// No match.
    public static let none = 0.0
    /// Very unlikely.
    public static let veryUnlikely = 0.1
    /// Unlikely. Below this confidence, a command with an effect is not carried out; from here on the user is asked.
    public static let unlikely = 0.3
    /// Likely. From this confidence on, a command is carried out.
    public static let likely = 0.5
    /// Very likely.
    public static let veryLikely = 0.8
    /// Certain.
    public static let certain = 1.0
}
