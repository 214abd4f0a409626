import Foundation

/// A program to run as a child process, with its arguments as a list: never through a shell.
package struct ProcessCommand: Sendable {
    /// A path with a slash, or a name that is looked up in `PATH`.
    package var program: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// All variables of the child; nil passes on those of this process.
    package var environment: [String: String]?

    /// Describes a program to run.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil
    ) {
        (self.program, self.arguments, self.environment) = (program, arguments, environment)
    }

    /// Describes a program that gets variables besides those of this process.
    package init(_ program: String, _ arguments: [String] = [], addingToEnvironment variables: [String: String]) {
        let environment = ProcessInfo.processInfo.environment.merging(variables) { _, new in new }
        self.init(program, arguments, environment: environment)
    }
}
