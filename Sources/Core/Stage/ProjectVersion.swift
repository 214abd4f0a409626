/// The project's version.
public enum ProjectVersion {
    /// The version as `--version` prints it.
    public static let current = "0.1.0"
}
