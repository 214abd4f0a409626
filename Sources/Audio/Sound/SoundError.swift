/// An error of a sound file, a device or a setting.
public struct SoundError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The file does not exist.
        case missingFile = "missing-file"
        /// The file or stream exists but cannot be read.
        case unreadable
        /// The file is not in a sound format that libsndfile knows.
        case notSound = "not-sound"
        /// The file holds no sample.
        case empty
        /// A setting is out of its range.
        case invalidSetting = "invalid-setting"
        /// No device has this name, or there is no device at all.
        case noDevice = "no-device"
        /// The device exists but does not open.
        case deviceRefused = "device-refused"
        /// The device was unplugged or failed while in use.
        case deviceLost = "device-lost"
        /// The file cannot be created or written.
        case unwritable
        /// The sink was used after it was closed.
        case closed
    }

    /// The kind of error, for programs; ``sentence`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let sentence: String
    /// The text of the library or system underneath, if it has one.
    let cause: String?

    /// Creates an error with its sentence.
    public init(_ code: Code, _ sentence: String, cause: String? = nil) {
        (self.code, self.sentence, self.cause) = (code, sentence, cause)
    }

    /// The sentence, and the cause in parentheses.
    public var description: String { cause.map { "\(sentence) (\($0))" } ?? sentence }
}
