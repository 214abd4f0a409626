import SaybusMessages

/// The earcons of requests: for the start of listening, the end of listening, and an unrecognized command.
/// Each can be replaced, or silenced by ``silent``.
@ConversationActor
public final class VoiceRequestSoundBoard: SoundBoard {
    /// The default for ``listeningBegins``: two short rising tones, 660 and 880 Hz, of 160 ms in all.
    public static let defaultListeningBegins = ToneEvent(tones: [
        .init(frequency: 660, durationMs: 70, volume: 0.2), .init(frequency: 880, durationMs: 90, volume: 0.2),
    ])
    /// The default for ``listeningEnds``: the same two tones falling, 880 and 660 Hz.
    public static let defaultListeningEnds = ToneEvent(tones: [
        .init(frequency: 880, durationMs: 70, volume: 0.2), .init(frequency: 660, durationMs: 90, volume: 0.2),
    ])
    /// The default for ``unrecognizedCommand``: two low tones with a pause between, the second one lower and longer.
    public static let defaultUnrecognizedCommand = CompositeEvent(events: [
        ToneEvent(frequency: 330, duration: .milliseconds(120), volume: 0.25),
        SilenceEvent(duration: .milliseconds(60)),
        ToneEvent(frequency: 262, duration: .milliseconds(180), volume: 0.25),
    ])

    /// The earcon for the start of listening, after a question's prompt. ``silent`` for none.
    public var listeningBegins: any AudibleEvent = defaultListeningBegins
    /// The earcon for the end of listening, when an answer has been heard, or none has come in time.
    public var listeningEnds: any AudibleEvent = defaultListeningEnds
    /// The earcon for an utterance that is no command, before ``ConversationManager/notUnderstoodMessage``.
    public var unrecognizedCommand: any AudibleEvent = defaultUnrecognizedCommand

    /// No sound, for a board without an earcon.
    public static let silent = CompositeEvent(events: [])

    /// Sets all earcons to the defaults.
    public func restoreDefaults() {
        listeningBegins = Self.defaultListeningBegins
        listeningEnds = Self.defaultListeningEnds
        unrecognizedCommand = Self.defaultUnrecognizedCommand
    }

    /// Plays the earcon for the start of listening.
    public func playListeningBegins() { play(listeningBegins) }
    /// Plays the earcon for the end of listening.
    public func playListeningEnds() { play(listeningEnds) }
    /// Plays the earcon for an utterance that is not a command.
    public func playUnrecognizedCommand() { play(unrecognizedCommand) }
}
