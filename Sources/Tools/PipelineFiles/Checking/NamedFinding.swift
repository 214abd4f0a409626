import Glibc

/// The finding of a check about a key or a file that a stage names.
enum NamedFinding: Equatable {
    /// The stage does not run with it.
    case problem(String)
    /// The stage may run with it.
    case note(String)

    /// Makes a finding of an error. What this user may not look at may be right for the user of the services.
    /// - Parameters:
    ///   - number: The error of the system for the file; 0 for another one.
    ///   - reason: What is wrong.
    init(_ path: String, _ number: Int32, _ reason: String) {
        self = number == EACCES ? .note("not checked, since this user may not read \(path)") : .problem(reason)
    }
}
