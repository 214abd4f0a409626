import SaybusMessages

/// One action of a command.
public enum Action: Sendable, Equatable {
    /// Speaks a text.
    case speak(Speech)
    /// Plays a sine tone.
    case tone(AudioEvent.Tone)
    /// Plays a sound file of the app's folder.
    case file(AudioEvent.File)
    /// Pauses between two sounds.
    case silence(durationMs: Int)
    /// Runs a program.
    case exec(Exec)
    /// Sends a request to a web server.
    case http(HTTPCall)
    /// Publishes a message.
    case publish(Publication)
    /// Writes a line to the log.
    case log(Template)
    /// Enters a topic, so that its commands become valid.
    case enter(String)
    /// Leaves a topic and its subtopics; nil leaves all topics.
    case leave(String?)
    /// Speaks information about the conversation.
    case tell(Guidance)
    /// Changes the voice's settings by the standard command of this type.
    case adjustSpeech(String)
    /// Asks the user the request of this name. No action may follow.
    case ask(String)
    /// Schedules a timer, an alarm or a reminder.
    case schedule(Schedule)
    /// Cancels timers, alarms or reminders of the room; `none` is the output when nothing fits.
    case cancel(ScheduleFilter, none: Template?)
    /// Stops all that is ringing in the room.
    case stopRinging
    /// Tells the time until timers, alarms or reminders of the room are due, in the words of `say`.
    case remaining(ScheduleFilter, say: Template?, none: Template?)
    /// Changes or reads a list.
    case list(ListAction)

    /// Information about the conversation that an action can speak.
    public enum Guidance: String, Sendable, CaseIterable {
        /// The help of the entered topics.
        case help
        /// The commands that are valid now.
        case commands
        /// The last speech again.
        case again
    }

    /// The action's templates, in the order in which they are filled in.
    var templates: [Template] {
        switch self {
        case .speak(let speech): [speech.text]
        case .exec(let exec): exec.arguments
        case .http(let call): call.templates
        case .publish(let publication): publication.body.templates
        case .log(let text): [text]
        case .schedule(let schedule): schedule.templates
        case .cancel(let filter, _), .remaining(let filter, _, _):
            [filter.name, filter.length, filter.which].compactMap(\.self)
        case .list(let list): list.templates
        case .tone, .file, .silence, .enter, .leave, .tell, .adjustSpeech, .ask, .stopRinging: []
        }
    }

    /// The names of the values that the action sets.
    var madeNames: [String] {
        switch self {
        case .exec: [ActionPlan.outputName]
        case .http(let call): call.outputs.isEmpty ? [ActionPlan.outputName] : Array(call.outputs.keys)
        case .cancel, .stopRinging, .remaining, .list: [ActionPlan.outputName, ActionPlan.countName]
        case .schedule(let schedule): schedule.hasTimeOfDay ? [ActionPlan.outputName] : []
        default: []
        }
    }

    /// Whether the action changes something beyond the conversation.
    var hasEffect: Bool {
        switch self {
        case .exec, .http, .publish, .schedule, .cancel: true
        case .list(let action): action.change != .read
        default: false
        }
    }

    /// Whether the action waits for a program or for a web server.
    var mayTakeTime: Bool {
        switch self {
        case .exec, .http: true
        default: false
        }
    }

    /// Whether the action produces sound.
    var isAudible: Bool {
        switch self {
        case .speak, .tone, .file, .silence: true
        default: false
        }
    }

    /// Returns the action's audio event; nil for silent actions and for blank speech.
    func audioEvent(values: [String: String]) throws(TemplateError) -> AudioEvent? {
        switch self {
        case .speak(let speech):
            let text = try speech.text.spoken(values)
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

extension Sequence<Action> {
    /// Returns the audio events of the actions.
    ///
    /// A sentence that lacks a value is left out, and the rest is heard. Only apologies can lack one, that of a step
    /// before which the plan failed: elsewhere the check of an app's file refuses values that nothing gives.
    func audioEvents(values: [String: String] = [:]) -> [AudioEvent] {
        compactMap { try? $0.audioEvent(values: values) }
    }
}
