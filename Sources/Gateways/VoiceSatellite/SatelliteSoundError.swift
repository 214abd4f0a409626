/// The error of a sound of Home Assistant that is not in the audio stage's folder.
package struct SatelliteSoundError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    package enum Code: String, Sendable, CaseIterable {
        /// Home Assistant does not deliver the sound.
        case notFetched = "not-fetched"
        /// The sound cannot be written into the folder.
        case notWritten = "not-written"
    }

    /// The kind of the error.
    package let code: Code
    /// A sentence that says what happened and what to do.
    package let reason: String
    /// The underlying error.
    let cause: any Error

    init(_ code: Code, _ reason: String, cause: any Error) {
        (self.code, self.reason, self.cause) = (code, reason, cause)
    }

    /// The sentence.
    package var description: String { reason }
}
