import SaybusPhrases

/// An error of an app's memory: its timers, alarms, reminders and lists.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// A time, a day or a length is not understood.
        case badValue = "bad-value"
        /// A length is too short or too long.
        case outOfBounds = "out-of-bounds"
        /// A time is past.
        case past
        /// There are too many.
        case tooMany = "too-many"
        /// The file cannot be read or written.
        case storage
        /// The file is a database of something else.
        case foreign
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The problem and its remedy.
    public let reason: String

    /// Creates an error with a reason.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence that tells users why; nil for what only helps those who run the app.
    var spoken: BuiltInSentence? {
        switch code {
        case .outOfBounds: .badLength
        case .past: .pastTime
        case .tooMany: .tooMany
        case .badValue, .storage, .foreign: nil
        }
    }

    /// The same as ``reason``.
    public var description: String { reason }
}
