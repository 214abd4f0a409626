/// The values that the texts of a list of actions may use.
struct AppFileNames {
    /// Values that are always known.
    var always: Set<String>
    /// Parameters missing from some patterns, each with a pattern that lacks it.
    var sometimes: [String: String] = [:]
    /// Values that come from answers to questions, of which nobody knows how they were heard.
    var answers: Set<String> = []
    /// The request to which the texts belong; nil outside of requests. Values known at every place that asks the
    /// request are known in its texts too. They can be checked only after the whole file has been read.
    var request: String?
}
