/// Which values the texts of a list of actions may name.
struct AppFileNames {
    /// Those that are there in any case.
    var always: Set<String>
    /// Parameters that only some patterns have, with one that lacks each.
    var sometimes: [String: String] = [:]
    /// The request whose askers' values are there, too: they are known when all of the file has been read.
    var request: String?
}
