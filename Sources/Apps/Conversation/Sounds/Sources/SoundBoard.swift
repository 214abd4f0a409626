/// A source of single sounds, each posted at once.
@ConversationActor
open class SoundBoard: AudioSequenceGenerator {
    /// Says a text; `action` is run when it is over.
    public func speakText(_ text: String, then action: AudioEventSequenceItem.Completion? = nil) {
        speakUtterance(SpeechUtterance(text), then: action)
    }

    /// Says words with settings of their own.
    public func speakUtterance(_ utterance: SpeechUtterance, then action: AudioEventSequenceItem.Completion? = nil) {
        play(SpeechEvent(utterance: utterance), then: action)
    }

    /// Sounds a tone.
    public func playTone(_ tone: ToneEvent, then action: AudioEventSequenceItem.Completion? = nil) {
        play(tone, then: action)
    }

    /// Plays any event.
    public func play(_ event: any AudibleEvent, then action: AudioEventSequenceItem.Completion? = nil) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, completion: action)
        postSequence(sequence)
    }
}
