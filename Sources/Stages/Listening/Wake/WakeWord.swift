import SaybusMessages

/// A wake word to wait for, and the conversation that it opens.
public struct WakeWord: Sendable {
    /// The detector.
    let detector: any WakeWordDetector
    /// The session of the turns after the word; nil is that of the listening stage.
    public let session: Session?

    /// Creates a wake word.
    public init(_ detector: any WakeWordDetector, session: Session? = nil) {
        (self.detector, self.session) = (detector, session)
    }
}
