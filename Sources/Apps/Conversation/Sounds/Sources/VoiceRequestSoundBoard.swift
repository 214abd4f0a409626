import SaybusDispatch
import SaybusMessages

/// The earcons of requests: for the start of listening, the end of listening, and an unrecognized command.
/// Setting nil restores a default.
@ConversationActor
public final class VoiceRequestSoundBoard: SoundBoard {
    /// Two short rising tones.
    public static let defaultListeningBegins = ToneEvent(tones: [
        .init(frequency: 660, durationMs: 70, volume: 0.2), .init(frequency: 880, durationMs: 90, volume: 0.2),
    ])
    /// Two short falling tones.
    public static let defaultListeningEnds = ToneEvent(tones: [
        .init(frequency: 880, durationMs: 70, volume: 0.2), .init(frequency: 660, durationMs: 90, volume: 0.2),
    ])
    /// Two low tones, the second one lower and longer.
    public static let defaultUnrecognizedCommand = CompositeEvent(events: [
        ToneEvent(frequency: 330, duration: .milliseconds(120), volume: 0.25),
        SilenceEvent(duration: .milliseconds(60)),
        ToneEvent(frequency: 262, duration: .milliseconds(180), volume: 0.25),
    ])

    private var ownBegins: (any AudibleEvent)?
    private var ownEnds: (any AudibleEvent)?
    private var ownUnrecognized: (any AudibleEvent)?

    /// The earcon for the start of listening.
    public var listeningBegins: (any AudibleEvent)! {
        get { ownBegins ?? Self.defaultListeningBegins }
        set { ownBegins = newValue }
    }
    /// The earcon for the end of listening.
    public var listeningEnds: (any AudibleEvent)! {
        get { ownEnds ?? Self.defaultListeningEnds }
        set { ownEnds = newValue }
    }
    /// The earcon for an utterance that is not a command.
    public var unrecognizedCommand: (any AudibleEvent)! {
        get { ownUnrecognized ?? Self.defaultUnrecognizedCommand }
        set { ownUnrecognized = newValue }
    }

    /// Plays the earcon for the start of listening.
    public func playListeningBegins() { play(listeningBegins) }
    /// Plays the earcon for the end of listening.
    public func playListeningEnds() { play(listeningEnds) }
    /// Plays the earcon for an utterance that is not a command.
    public func playUnrecognizedCommand() { play(unrecognizedCommand) }
}
