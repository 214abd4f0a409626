/// A source that posts single sounds at once.
@ConversationActor
open class SoundBoard: AudioSequenceGenerator {
    /// Speaks a text, and calls `action` when it ends.
    public func speakText(_ text: String, then action: AudioEventSequenceItem.Completion? = nil) {
        speakUtterance(SpeechUtterance(text), then: action)
    }

    /// Speaks a text with voice settings.
    public func speakUtterance(_ utterance: SpeechUtterance, then action: AudioEventSequenceItem.Completion? = nil) {
        play(SpeechEvent(utterance: utterance), then: action)
    }

    /// Plays a tone.
    public func playTone(_ tone: ToneEvent, then action: AudioEventSequenceItem.Completion? = nil) {
        play(tone, then: action)
    }

    /// Speaks a text.
    public func speak(_ text: String) { speakText(text) }

    /// Plays any event.
    public func play(_ event: any AudibleEvent, then action: AudioEventSequenceItem.Completion? = nil) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, completion: action)
        postSequence(sequence)
    }
}
