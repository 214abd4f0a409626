/// An error of ONNX Runtime or of a model.
public struct ONNXRuntimeError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The library is not installed, or the file is another library.
        case libraryMissing = "library-missing"
        /// The library is too old.
        case libraryVersion = "library-version"
        /// The library refused the model or its input.
        case refused
        /// The run was stopped.
        case stopped
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
