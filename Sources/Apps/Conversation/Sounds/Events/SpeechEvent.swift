import SaybusMessages

/// Words, spoken. Blank words are passed over.
public struct SpeechEvent: AudibleEvent, Equatable {
    /// What is said.
    public let utterance: SpeechUtterance

    /// Creates words with their settings.
    public init(utterance: SpeechUtterance) { self.utterance = utterance }

    /// Creates words in the synthesizer's default voice.
    public init(utteranceString: String) { utterance = SpeechUtterance(utteranceString) }

    /// Speech on the wire.
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
