import SaybusMessages

/// One thing that a command does.
public enum Action: Sendable, Equatable {
    /// Says something.
    case speak(Speech)
    /// Sounds a sine tone.
    case tone(AudioEvent.Tone)
    /// Plays a sound file of the app's folder.
    case file(AudioEvent.File)
    /// Waits between two sounds.
    case silence(durationMs: Int)
    /// Runs a program.
    case exec(Exec)
    /// Asks a web server.
    case http(HTTPCall)
    /// Publishes a message.
    case publish(Publication)
    /// Writes a line to the log.
    case log(Template)
    /// Enters a topic: its commands can be given from now on.
    case enter(String)
    /// Leaves a topic and those inside it; all topics when nil.
    case leave(String?)
    /// Tells something that the conversation knows.
    case tell(Guidance)
    /// Changes how the voice speaks, as the command of this type says.
    case adjustSpeech(String)
    /// Asks the user the request of this name; nothing follows it.
    case ask(String)

    /// What the conversation knows to tell.
    public enum Guidance: String, Sendable, CaseIterable {
        /// The help of the topics that are entered.
        case help
        /// What can be said.
        case commands
        /// What was said last.
        case again
    }

    /// The templates in it, in the order in which they are filled in.
    public var templates: [Template] {
        switch self {
        case .speak(let speech): [speech.text]
        case .exec(let exec): exec.arguments
        case .http(let call): call.templates
        case .publish(let publication): publication.body.templates
        case .log(let text): [text]
        case .tone, .file, .silence, .enter, .leave, .tell, .adjustSpeech, .ask: []
        }
    }

    /// Whether it is heard.
    public var isAudible: Bool {
        switch self {
        case .speak, .tone, .file, .silence: true
        default: false
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
        case .file(let file): return .file(file)
        case .silence(let durationMs): return .silence(durationMs: durationMs)
        default: return nil
        }
    }
}
