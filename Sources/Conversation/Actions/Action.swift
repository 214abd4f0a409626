import Messages

/// One thing that a command does.
public enum Action: Sendable, Equatable {
    /// Says something.
    case speak(Speech)
    /// Sounds a sine tone.
    case tone(AudioEvent.Tone)
    /// Waits between two sounds.
    case silence(durationMs: Int)
    /// Runs a program.
    case exec(Exec)
    /// Writes a line to the log.
    case log(Template)

    /// The templates in it, in the order in which they are filled in.
    public var templates: [Template] {
        switch self {
        case .speak(let speech): [speech.text]
        case .exec(let exec): exec.arguments
        case .log(let text): [text]
        case .tone, .silence: []
        }
    }

    /// Whether it is heard.
    public var isAudible: Bool {
        switch self {
        case .speak, .tone, .silence: true
        case .exec, .log: false
        }
    }

    /// The event to be heard; nil when there is none, or only blanks to say.
    func audioEvent(values: [String: String]) throws(TemplateError) -> AudioEvent? {
        switch self {
        case .speak(let speech):
            let text = try speech.text.render(values)
            if text.allSatisfy(\.isWhitespace) { return nil }
            return .speech(
                AudioEvent.Speech(
                    text, voice: speech.voice, rate: speech.rate, pitch: speech.pitch, volume: speech.volume))
        case .tone(let tone): return .tone(tone)
        case .silence(let durationMs): return .silence(durationMs: durationMs)
        case .exec, .log: return nil
        }
    }
}
