import Glibc

/// An error that kept a program from starting or from running to its end.
package struct ProcessError: Error, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Code: Sendable, Equatable {
        /// There is no such program, or it may not be executed.
        case notFound
        /// The working directory cannot be entered.
        case badDirectory
        /// The operating system could not start the program for another reason.
        case notStarted
        /// The program was still running at its deadline.
        case timeout
        /// The program's standard input is closed, or the program was started without one.
        case inputClosed
        /// The parent process has ended already.
        case orphaned
    }

    /// The kind of reason.
    package let code: Code
    /// A description of the reason, without the program's name.
    package let reason: String

    package init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Creates an error with the system's text for an error number.
    init(_ code: Code, errno: Int32) { self.init(code, String(cString: strerror(errno))) }

    package var description: String { reason }
}
