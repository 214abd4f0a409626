/// The options of a listening stage.
public struct ListenOptions: Sendable {
    /// The condition under which speech opens a turn, until a `listen.request` changes it.
    public enum Mode: Sendable, Equatable {
        /// All speech opens a turn.
        case continuous
        /// Speech after the wake word opens a turn.
        case wake
        /// Only a `listen.request` lets speech open a turn.
        case pushToTalk
    }

    /// The condition under which speech opens a turn.
    public var mode = Mode.continuous
    /// The wake words; empty when there are none, and ``mode`` is not `wake`.
    public var wakeWords: [WakeWord] = []
    /// The rules for where a turn begins and ends.
    public var endpointing = EndpointerConfiguration()
    /// Whether tones tell the user when to speak and when a turn is over, after a button or the wake word. After a
    /// question there are none, because the program that asks plays its own.
    public var tones = false
    /// Whether the stage listens while the assistant speaks, and removes the echo of the audio in `audio.output`.
    public var isFullDuplex = false
    /// Whether the echo is removed with ``isFullDuplex``; false leaves that to headphones or to the device.
    public var cancelsEcho = true
    /// The amplification of the audio; nil leaves it unchanged.
    public var gain: Gain? = .automatic
    /// The group of listeners within hearing distance of each other, of which one answers; nil for none.
    public var group: String?
    /// The processors that the sound passes before anything else, in this order.
    public var processors: [any FrameProcessor] = []
    /// Whether each line of standard input presses or releases the push-to-talk button.
    public var takesKeys = false

    /// Creates the defaults: all speech opens turns, half duplex.
    public init() {}

    /// Returns the warning for a recording in which no turn has opened.
    func emptyRecording(_ file: String) -> String {
        switch mode {
        case .continuous: "no speech in \(file)"
        case .wake:
            "no speech after \(wakeWords.map { "\"\($0.detector.phrase)\"" }.joined(separator: " or ")) in \(file)"
        case .pushToTalk: "no speech in \(file): with --push-to-talk it is heard when a listen.request asks for a turn"
        }
    }
}
