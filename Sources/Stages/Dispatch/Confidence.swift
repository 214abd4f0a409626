/// How sure a recognizer is: names for six places on the scale from 0 to 1.
public enum Confidence {
    /// It cannot be.
    public static let none = 0.0
    /// Almost certainly not.
    public static let veryUnlikely = 0.1
    /// Rather not.
    public static let unlikely = 0.3
    /// Rather so: from here on a command is carried out.
    public static let likely = 0.5
    /// Almost certainly so.
    public static let veryLikely = 0.8
    /// It cannot be otherwise.
    public static let certain = 1.0
}
