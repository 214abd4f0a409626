/// An error of fetching or finding a model.
public struct ModelError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The list of models cannot be used.
        case manifest
        /// There is no model of this name.
        case unknown
        /// None of the sources gave the model.
        case unreachable
        /// A fetched or installed file has the wrong hash.
        case damaged
        /// The directory cannot be written, or the disk is full.
        case notWritten = "not-written"
        /// Another program is fetching models into the directory.
        case busy
        /// The fetched file cannot be unpacked or converted.
        case notUnpacked = "not-unpacked"
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence about what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
