/// An error of libflite.
public struct FliteError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The library is not installed, or the file is another library.
        case libraryMissing = "library-missing"
        /// The library has a version whose interface is not known.
        case libraryVersion = "library-version"
        /// The library of a voice is not installed, or is another library.
        case voiceMissing = "voice-missing"
        /// The library made no sound of a text.
        case failed
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
