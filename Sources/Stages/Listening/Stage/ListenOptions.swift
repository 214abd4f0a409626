/// How a listening stage listens.
public struct ListenOptions: Sendable {
    /// When speech opens a turn, until a `listen.request` says otherwise.
    public enum Mode: Sendable, Equatable {
        /// Always.
        case continuous
        /// After the wake word.
        case wake
        /// When somebody asks for it with a `listen.request`.
        case pushToTalk
    }

    /// When speech opens a turn.
    public var mode = Mode.continuous
    /// Finds the wake word; nil when there is none, and ``mode`` is not `wake`.
    public var wakeWord: (any WakeWordDetector)?
    /// When a turn begins and ends.
    public var endpointing = EndpointerConfiguration()
    /// Whether tones tell that somebody may speak, and need not any more, where a button was pressed or the wake word
    /// was heard; whoever asks a question plays his own.
    public var tones = false
    /// Whether to hear the user while the assistant speaks, with what `audio.output` says is sounding taken out.
    public var isFullDuplex = false
    /// What is taken out in ``isFullDuplex``: false leaves it to headphones, or to the device.
    public var cancelsEcho = true
    /// How much louder the sound is made; nil leaves it.
    public var gain: Gain? = .automatic
    /// Whether lines of standard input press and release the button.
    public var takesKeys = false

    /// All speech opens turns, half duplex.
    public init() {}

    /// What to tell of a recording in which no turn has opened.
    func emptyRecording(_ file: String) -> String {
        switch mode {
        case .continuous: "no speech in \(file)"
        case .wake: "no speech after \"\(wakeWord?.phrase ?? "the wake word")\" in \(file)"
        case .pushToTalk: "no speech in \(file): with --push-to-talk it is heard when a listen.request asks for a turn"
        }
    }
}
