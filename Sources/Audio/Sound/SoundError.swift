/// What went wrong with a sound file, a device or a setting.
public struct SoundError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no such file.
        case missingFile = "missing-file"
        /// The file or stream is there and cannot be read.
        case unreadable
        /// The file's bytes are no sound that libsndfile knows.
        case notSound = "not-sound"
        /// The file holds no sample.
        case empty
        /// A setting is out of its range.
        case invalidSetting = "invalid-setting"
        /// No device answers to the name, or there is none at all.
        case noDevice = "no-device"
        /// The device is there and does not open.
        case deviceRefused = "device-refused"
        /// The device went away or failed while in use.
        case deviceLost = "device-lost"
        /// The file cannot be made or written.
        case unwritable
        /// Used after it was closed.
        case closed
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What happened and what to do about it.
    public let sentence: String
    /// What the library or system underneath says, if it says anything.
    public let cause: String?

    /// An error with a sentence.
    public init(_ code: Code, _ sentence: String, cause: String? = nil) {
        (self.code, self.sentence, self.cause) = (code, sentence, cause)
    }

    /// The sentence, and the cause in brackets.
    public var description: String { cause.map { "\(sentence) (\($0))" } ?? sentence }
}
