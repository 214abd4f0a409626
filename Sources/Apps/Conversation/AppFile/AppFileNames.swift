/// The values that the texts of a list of actions may use.
struct AppFileNames {
    /// Values that are always known.
    var always: Set<String>
    /// Parameters missing from some patterns, each with a pattern that lacks it.
    var sometimes: [String: String] = [:]
    /// The request whose callers' values are known too. They are complete only after the whole file has been
    /// read.
    var request: String?
}
