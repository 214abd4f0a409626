/// The version of Saybus, after semantic versioning. The newest entry of `.github/CHANGELOG.md` has the same number.
public enum ProjectVersion {
    /// The number that every program prints with `--version`, and that `saybus schema` writes into its `$comment`.
    public static let current = "0.1.0"
}
