import SaybusDispatch
import SaybusMessages

/// The sounds of requests: the ear opens, the ear closes, a command was not recognized. Set one to nil to have the default back.
@ConversationActor
public final class VoiceRequestSoundBoard: SoundBoard {
    /// Two short tones upwards.
    public static let defaultListeningBegins = ToneEvent(tones: [
        .init(frequency: 660, durationMs: 70, volume: 0.2), .init(frequency: 880, durationMs: 90, volume: 0.2),
    ])
    /// The same downwards.
    public static let defaultListeningEnds = ToneEvent(tones: [
        .init(frequency: 880, durationMs: 70, volume: 0.2), .init(frequency: 660, durationMs: 90, volume: 0.2),
    ])
    /// One low tone twice.
    public static let defaultUnrecognizedCommand = CompositeEvent(events: [
        ToneEvent(frequency: 330, duration: .milliseconds(120), volume: 0.25),
        SilenceEvent(duration: .milliseconds(60)),
        ToneEvent(frequency: 262, duration: .milliseconds(180), volume: 0.25),
    ])

    private var ownBegins: (any AudibleEvent)?
    private var ownEnds: (any AudibleEvent)?
    private var ownUnrecognized: (any AudibleEvent)?

    /// Sounds when the ear opens.
    public var listeningBegins: (any AudibleEvent)! {
        get { ownBegins ?? Self.defaultListeningBegins }
        set { ownBegins = newValue }
    }
    /// Sounds when the ear closes.
    public var listeningEnds: (any AudibleEvent)! {
        get { ownEnds ?? Self.defaultListeningEnds }
        set { ownEnds = newValue }
    }
    /// Sounds when words were no command.
    public var unrecognizedCommand: (any AudibleEvent)! {
        get { ownUnrecognized ?? Self.defaultUnrecognizedCommand }
        set { ownUnrecognized = newValue }
    }

    /// Sounds that the ear opens.
    public func playListeningBegins() { play(listeningBegins) }
    /// Sounds that the ear closes.
    public func playListeningEnds() { play(listeningEnds) }
    /// Sounds that words were no command.
    public func playUnrecognizedCommand() { play(unrecognizedCommand) }
}
