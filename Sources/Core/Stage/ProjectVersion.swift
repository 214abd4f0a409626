/// The project's version.
public enum ProjectVersion {
    /// As `--version` prints it.
    public static let current = "0.1.0"
}
