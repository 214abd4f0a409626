import Glibc

/// The error of a system call that failed.
package struct SystemCallError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The C library's `errno`.
    package let number: Int32
    /// The operation that failed, such as `make an eventfd`.
    package let operation: String

    /// Creates an error; without a number that of the call that has just failed on this thread.
    package init(_ operation: String, number: Int32 = errno) { (self.operation, self.number) = (operation, number) }

    /// The C library's description of the error, such as `Too many open files`.
    package var cause: String { String(cString: strerror(number)) }

    /// The operation, a colon, and the cause.
    package var description: String { "cannot \(operation): \(cause)" }
}
