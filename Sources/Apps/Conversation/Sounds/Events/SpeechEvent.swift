import SaybusMessages

/// A spoken text. Blank text is skipped.
public struct SpeechEvent: AudibleEvent, Equatable {
    /// The text with its voice settings.
    public let utterance: SpeechUtterance

    /// Creates speech with voice settings.
    public init(utterance: SpeechUtterance) { self.utterance = utterance }

    /// Creates speech in the synthesizer's default voice.
    public init(utteranceString: String) { utterance = SpeechUtterance(utteranceString) }

    /// The speech as an operation.
    public var operations: [AudioEvent] {
        guard !utterance.text.allSatisfy(\.isWhitespace) else { return [] }
        return [
            .speech(
                .init(
                    utterance.text, format: utterance.format, voice: utterance.voice, rate: utterance.rate,
                    pitch: utterance.pitch, volume: utterance.volume))
        ]
    }
}
